/*
 * The footprint of a search: what an agent's search has read of the world. Each kind of reading must be noticed, what was not
 * read must not be, and a back-off ends when what the failed search has read is another value. Whether an agent does the
 * same with the footprint and without it is also asked of random domains, by tests/stories.
 */
#include "agent_story.h"

/* --- What is counted ------------------------------------------------------------------------------ */

typedef struct tally {
    uint32_t searches, skipped;
} tally;

static tally count(const story *told)
{
    htn_counts counts;
    htn_agent_counts(told->agent, &counts);
    const tally made = {(uint32_t)counts.searches, (uint32_t)counts.skipped};
    return made;
}

/* Whatever the tick logs, it ends as `result` says and begins so many searches. */
static void tick(story *told, htn_status result, uint32_t searches, uint32_t skipped)
{
    const tally before = count(told);
    assert_int_equal(htn_agent_tick(told->agent, TICK), result);
    told->used = 0;
    told->log[0] = '\0';
    assert_int_equal(count(told).searches - before.searches, searches);
    assert_int_equal(count(told).skipped - before.skipped, skipped);
}

static void searches(story *told)
{
    tick(told, HTN_OK, 1, 0);
}

static void skips(story *told)
{
    tick(told, HTN_OK, 0, 1);
}

static void rests(story *told)
{
    tick(told, HTN_OK, 0, 0);
}

static void nobody_listens(void *user, const htn_planner *planner, const htn_event *event)
{
    (void)user;
    (void)planner;
    (void)event;
}

/* --- Each kind of reading --------------------------------------------------------------------------- */

/* Something is done to the world; `index` has `count` numbers. */
typedef struct deed {
    const char *property; /* NULL: a Foe comes; "-": the Foe `value` goes */
    int32_t value;
    uint32_t count;
    int32_t index[2];
} deed;

static void act_out(story *told, const deed *what)
{
    htn_world *world = htn_agent_world(told->agent);
    const uint32_t foe = htn_type_find(&told->domain, "Foe");
    int32_t made;
    if (what->property == NULL)
        assert_int_equal(htn_world_spawn(world, foe, &made), HTN_OK);
    else if (what->property[0] == '-')
        assert_int_equal(htn_world_despawn(world, foe, what->value), HTN_OK);
    else
        assert_int_equal(htn_world_set_at(world, htn_property_find(&told->domain, what->property), what->index,
                                          what->count, what->value),
                         HTN_OK);
}

#define WORLD                                                                                                     \
    "Enum [Place] Values [Here, There, Away]\nEntities [Foe] Max [4]\nEntities [Sheep] Max [300]\n"               \
    "World State [ Other : 0..9, Wide : int, X : 0..9 = 3, Y : 0..9, S : -5..5, W : int,\n"                       \
    "  At : Place, Target : Foe, First : Sheep, Last : Sheep, T(Place) : bool, N(Place) : 0..9, V(Place) : int, " \
    "Pair(Place, Place) : 0..9,\n"                                                                                \
    "  Seen(Foe) : bool, Hidden(Foe) : bool = true, Far(Foe) : 0..9, Fine : bool = true, Unread(Foe) : 0..9 ]\n"
#define STAND "Primitive Task [Stand] Operator [Stand]\nPrimitive Task [Run] Operator [Run]\n"
#define METHOD(condition)                                                                              \
    WORLD "Compound Task [Live]\n  Method [" condition "] Subtasks [Run()]\n  Method [true] Subtasks " \
          "[Stand()]\n" STAND
/* A way that fails behind some effects. */
#define EFFECTS(effects, condition)                                                                             \
    WORLD "Compound Task [Live]\n  Method [true] Subtasks [Try(), Run()]\n  Method [true] Subtasks [Stand()]\n" \
          "Primitive Task [Try] Operator [Try] Effects [" effects "]\n"                                         \
          "Primitive Task [Stand] Operator [Stand]\n"                                                           \
          "Primitive Task [Run] Preconditions [" condition "] Operator [Run]\n"

/* A way round, again and again, that ends only where the world is as it was. */
#define RECURSIVE(there, back)                                                      \
    WORLD "Compound Task [Live]\n  Method [true] Subtasks [Go(), Back(), Live()]\n" \
          "  Method [true] Subtasks [Stand()]\n"                                    \
          "Primitive Task [Go] Operator [Go] Effects [" there "]\n"                 \
          "Primitive Task [Back] Operator [Back] Effects [" back "]\n" STAND
/* Whether the second way leads to another state than the first hangs on what that one's effect writes. */
#define ACHIEVE(effect)                                                                                       \
    WORLD "Compound Task [Live]\n  Method [true] Subtasks [Achieve [X == 9] Using [Up, Down, Make], Run()]\n" \
          "  Method [true] Subtasks [Stand()]\n"                                                              \
          "Primitive Task [Up] Preconditions [Fine] Effects [Fine = false, " effect "]\n"                     \
          "Primitive Task [Down] Preconditions [Fine] Effects [Fine = false]\n"                               \
          "Primitive Task [Make] Preconditions [S > 4] Effects [X = 9]\n" STAND

/* Each reads what the deed changes, before the search and in each one that follows. */
static const struct reading {
    const char *what, *text;
    deed deed;
} readings[] = {
    {"the context of a step that starts at once",
     WORLD "Compound Task [Live]\n  Method [true] Subtasks [Run()]\n  Method [true] Subtasks [Stand()]\n"
           "Primitive Task [Run] Operator [Run] Context [X > 5]\nPrimitive Task [Stand] Operator [Stand]\n",
     {"X", 4, 0, {0}}},
    {"a byte that is to be equal", METHOD("X == 5"), {"X", 4, 0, {0}}},
    {"a byte that is not to be equal", METHOD("X != 3"), {"X", 4, 0, {0}}},
    {"a byte that is to be less", METHOD("X < 2"), {"X", 4, 0, {0}}},
    {"a byte that is to be more", METHOD("X > 7"), {"X", 4, 0, {0}}},
    {"a byte in a sum", METHOD("X + Y == 18"), {"Y", 4, 0, {0}}},
    {"a signed byte", METHOD("S + Y > 13"), {"S", -4, 0, {0}}},
    {"two bytes", METHOD("First == Last, X > 5"), {"First", 255, 0, {0}}},
    {"four bytes", METHOD("W == 65536 * 5"), {"W", 65536, 0, {0}}},
    {"a cell of a table", METHOD("T(There)"), {"T", 1, 1, {1}}},
    {"the index of a table", METHOD("N(At) > 4"), {"At", 1, 0, {0}}},
    {"a cell at an index", METHOD("N(At) > 4"), {"N", 1, 1, {0}}},
    {"a cell at two indexes", METHOD("Pair(At, At) > 4"), {"Pair", 1, 2, {0, 0}}},
    {"a wide cell at an index", METHOD("V(At) > 4"), {"V", -65536, 1, {0}}},
    {"whether some instance has it", METHOD("exists(p : Place where T(p) and p != There)"), {"T", 1, 1, {1}}},
    {"whether some instance has it not", METHOD("exists(p : Place where not T(p) and N(p) > 5)"), {"T", 1, 1, {1}}},
    {"two tests of an instance", METHOD("exists(p : Place where N(p) > 5 or T(p))"), {"N", 1, 1, {2}}},
    {"a number of instances", METHOD("count(p : Place where N(p) > 5) > 0"), {"N", 1, 1, {2}}},
    {"a sum over a table", METHOD("sum(p : Place : N(p)) > 20"), {"N", 1, 1, {2}}},
    {"a sum of wide cells", METHOD("sum(p : Place : V(p)) > 20"), {"V", -256, 1, {2}}},
    {"that no instance is there", METHOD("exists(f : Foe where Seen(f))"), {NULL, 0, 0, {0}}},
    {"that no instance is there to count", METHOD("count(f : Foe) > 3"), {NULL, 0, 0, {0}}},
    {"whether an instance is there", METHOD("Target != none, X > 5"), {"Target", 1, 0, {0}}},
    {"what an effect takes over", EFFECTS("Y = X", "Y > 5"), {"X", 4, 0, {0}}},
    {"what an effect adds", EFFECTS("Y += X", "Y > 8"), {"X", 4, 0, {0}}},
    {"what an effect adds to", EFFECTS("Y += 1", "Y > 8"), {"Y", 1, 0, {0}}},
    {"when an effect has a condition", EFFECTS("Y = 9 when X > 5", "Y > 8"), {"X", 4, 0, {0}}},
    {"where an effect is made", EFFECTS("T(p) = true for p : Place where N(p) > 5", "T(There)"), {"N", 4, 1, {2}}},
    {"what effects exchange", EFFECTS("X = Y, Y = X", "X > 5"), {"Y", 4, 0, {0}}},
    {"what an effect leaves as it is", EFFECTS("Y = 0", "X > 5"), {"Y", 1, 0, {0}}},
    {"what an effect can not take from", EFFECTS("Y -= 1", "X > 5"), {"Y", 1, 0, {0}}},
    {"a wide cell that stays as it is", EFFECTS("W = 0", "X > 5"), {"W", 70000, 0, {0}}},
    {"a table's cell that stays as it is", EFFECTS("T(At) = false", "X > 5"), {"T", 1, 1, {0}}},
    {"what an effect in a loop leaves as it is",
     EFFECTS("V(p) = V(There) for p : Place", "X > 5"),
     {"V", 70000, 1, {0}}},
    {"what effects exchange without a change", EFFECTS("Y = S, S = Y", "X > 5"), {"S", 3, 0, {0}}},
    {"what the loop guard compares", RECURSIVE("Y = 5", "Y = 0"), {"Y", 3, 0, {0}}},
    {"tables that the loop guard compares", RECURSIVE("V(At) = 5", "V(At) = 0"), {"V", 3, 1, {0}}},
    {"what the loop guard compares after an exchange", RECURSIVE("Y = 5, S = 5", "Y = 0, S = 0"), {"S", 3, 0, {0}}},
    {"what tells the states of an Achieve apart", ACHIEVE("Y = 5"), {"Y", 1, 0, {0}}},
    {"wide cells that tell the states of an Achieve apart", ACHIEVE("W = 5"), {"W", 1, 0, {0}}},
};

static void check_reading(const struct reading *each, htn_listener *listener)
{
    const deed other = {"Other", 5, 0, {0}}, wide = {"Wide", 70000, 0, {0}}, foe = {"Unread", 5, 1, {0}};
    story told;
    told.polled = false;
    begin(&told, each->text);
    htn_agent_listen(told.agent, listener, NULL);
    print_message("%s\n", each->what);
    searches(&told);
    act_out(&told, &other); /* the search that has found the plan has not read it */
    skips(&told);
    act_out(&told, &each->deed);
    searches(&told);
    act_out(&told, &wide); /* nor has the one that has found nothing better */
    skips(&told);
    act_out(&told, &foe);
    skips(&told);
    finish(&told);
    begin(&told, each->text);
    htn_agent_listen(told.agent, listener, NULL);
    searches(&told);
    htn_agent_ask(told.agent, 0);
    searches(&told); /* the plan has not been asked about since it was taken up; this search goes along its path */
    act_out(&told, &each->deed);
    searches(&told);
    finish(&told);
}

static void whatever_a_search_reads_is_noticed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        check_reading(&readings[i], NULL);
        check_reading(&readings[i], nobody_listens);
    }
}

/* Each reads it when it finds the plan only: what follows the plan's path has no need to. */
static const struct reading choices[] = {
    {"what an instance is preferred by",
     WORLD
     "Compound Task [Live]\n  Method [any p : Place where p != There] Prefer [lowest N(p)] Subtasks [Stand()]\n" STAND,
     {"N", 1, 1, {2}}},
    {"an instance that was passed over",
     WORLD
     "Compound Task [Live]\n  Method [any p : Place where V(p) < 100] Prefer [highest V(p)] Subtasks [Stand()]\n" STAND,
     {"V", -256, 1, {2}}},
    {"what an instance of some is preferred by",
     WORLD
     "Compound Task [Live]\n  Method [any p : Place where V(p) < 100] Prefer [lowest N(p)] Subtasks [Stand()]\n" STAND,
     {"N", 1, 1, {2}}},
    {"the utility of what was not chosen",
     WORLD "Compound Task [Live]\n  Select [highest]\n  Method [true] Utility [N(There)] Subtasks [Run()]\n"
           "  Method [true] Utility [9] Subtasks [Stand()]\n" STAND,
     {"N", 1, 1, {1}}},
    {"the weight of what was not drawn",
     WORLD "Compound Task [Live]\n  Select [random]\n  Method [true] Weight [N(There)] Subtasks [Run()]\n"
           "  Method [true] Weight [9] Subtasks [Stand()]\n" STAND,
     {"N", 1, 1, {1}}},
};

static void what_was_chosen_among_is_read_by_the_search_that_chose(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const deed other = {"Other", 5, 0, {0}};
        deed again = choices[i].deed;
        story told;
        told.polled = false;
        print_message("%s\n", choices[i].what);
        begin(&told, choices[i].text);
        searches(&told);
        act_out(&told, &other);
        skips(&told);
        act_out(&told, &again);
        searches(&told);
        again.value++;
        act_out(&told, &again);
        skips(&told);
        finish(&told);
    }
}

/* None of these reads what the deed changes. */
static const struct reading unread[] = {
    {"what an effect writes", EFFECTS("Y = 4", "X > 5"), {"Y", 2, 0, {0}}},
    {"what an effect adds to and nobody asks about", EFFECTS("Y += 4", "X > 5"), {"Y", 2, 0, {0}}},
    {"another cell of a table", METHOD("T(There)"), {"T", 1, 1, {0}}},
    {"another cell at an index", METHOD("N(At) > 4"), {"N", 1, 1, {1}}},
    {"a table of instances that an earlier test excludes",
     METHOD("exists(p : Place where T(p) and N(p) > 5)"),
     {"N", 6, 1, {1}}},
    {"a table of instances that are not there", METHOD("exists(f : Foe where Seen(f))"), {"Seen", 1, 1, {2}}},
    {"a condition behind one that fails", METHOD("X > 5, Y > 5"), {"Y", 6, 0, {0}}},
    {"a method behind the one taken",
     WORLD "Compound Task [Live]\n  Method [X == 3] Subtasks [Stand()]\n  Method [Y == 2] Subtasks [Run()]\n" STAND,
     {"Y", 2, 0, {0}}},
    {"an operator's argument",
     WORLD "Compound Task [Live]\n  Method [true] Subtasks [Aim()]\nPrimitive Task [Aim] Operator [Aim(X)]\n",
     {"X", 4, 0, {0}}},
    {"the context of a step that does not start at once",
     WORLD "Compound Task [Live]\n  Method [true] Subtasks [Stand(), Aim()]\nPrimitive Task [Aim] Operator [Aim] "
           "Context [X == 3]\n" STAND,
     {"X", 4, 0, {0}}},
};

static void what_no_search_reads_is_none_of_its_business(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof unread / sizeof *unread; i++) {
        story told;
        told.polled = false;
        print_message("%s\n", unread[i].what);
        begin(&told, unread[i].text);
        searches(&told);
        act_out(&told, &unread[i].deed);
        skips(&told);
        finish(&told);
    }
}

static void each_of_many_instances_is_noticed(void **state)
{
    int32_t made;
    story told;
    (void)state;
    told.polled = false;
    begin(&told, METHOD("count(s : Sheep) > 299"));
    searches(&told);
    for (int32_t i = 0; i < 299; i++) {
        assert_int_equal(htn_world_spawn(htn_agent_world(told.agent), htn_type_find(&told.domain, "Sheep"), &made),
                         HTN_OK);
        searches(&told);
    }
    finish(&told);
}

/* --- Queries ------------------------------------------------------------------------------------------ */

static void changed_answers_concern_only_searches_that_asked(void **state)
{
    story told;
    (void)state;
    told.polled = false;
    begin(&told,
          WORLD "Query [Path(0..9) : 0..20]\nCompound Task [Live]\n  Method [Y == 1, Path(X) == 9] Subtasks [Run()]\n"
                "  Method [true] Subtasks [Stand()]\n" STAND);
    searches(&told);
    assert_int_equal(htn_agent_answers_changed(told.agent), HTN_OK);
    set(&told, "Other", 1);
    skips(&told); /* it has not asked */
    set(&told, "Y", 1);
    searches(&told);
    set(&told, "Other", 2);
    skips(&told);
    assert_int_equal(htn_agent_answers_changed(told.agent), HTN_OK);
    searches(&told);
    set(&told, "X", 5);
    searches(&told);
    finish(&told);
}

static void what_a_query_is_about_and_answers_must_be_there(void **state)
{
    const deed comes = {NULL, 0, 0, {0}}, goes = {"-", 1, 0, {0}}, stays = {"Unread", 3, 1, {0}};
    story told;
    (void)state;
    told.polled = false;
    begin(&told,
          WORLD "Query [Threat(Foe) : 0..20]\nCompound Task [Live]\n  Method [Threat(Target) == 9] Subtasks [Run()]\n"
                "  Method [true] Subtasks [Stand()]\n" STAND);
    set(&told, "Target", 0); /* who is not there yet */
    searches(&told);
    act_out(&told, &stays);
    skips(&told);
    act_out(&told, &comes);
    searches(&told);
    act_out(&told, &comes); /* another one */
    skips(&told);
    finish(&told);
    begin(&told, WORLD
          "Query [Nearest(Place) : Foe]\nCompound Task [Live]\n  Method [Nearest(At) != none, X > 5] Subtasks [Run()]\n"
          "  Method [true] Subtasks [Stand()]\n" STAND);
    searches(&told);
    act_out(&told, &stays);
    skips(&told);
    act_out(&told, &comes);
    searches(&told);
    act_out(&told, &comes); /* the one that is the answer */
    searches(&told);
    act_out(&told, &goes);
    searches(&told);
    finish(&told);
}

/* --- Costs, durations, limits --------------------------------------------------------------------------- */

static void a_cheaper_plan_is_sought_where_the_running_one_has_become_dearer(void **state)
{
    const deed dearer = {"N", 9, 1, {0}};
    story told;
    (void)state;
    told.polled = false;
    begin(&told,
          WORLD "Root [Live] Select [cheapest]\nCompound Task [Live]\n"
                "  Method [X < 9] Subtasks [Pay(), Late()]\n  Method [true] Subtasks [Big()]\n"
                "Primitive Task [Pay] Operator [Pay] Cost [5]\nPrimitive Task [Late] Operator [Late] Cost [N(Here)]\n"
                "Primitive Task [Big] Operator [Big] Cost [8]\n");
    expect(&told, "+Pay");
    says(&told, "Pay", HTN_SUCCEEDED);
    expect(&told, "=Pay +Late");
    set(&told, "Other", 1); /* what remains costs less than what nothing was cheaper than */
    skips(&told);
    set(&told, "X", 4);
    searches(&told); /* for less than 0, which the first step alone costs */
    set(&told, "Other", 2);
    skips(&told);
    act_out(&told, &dearer); /* nothing has read that but the running plan */
    expect(&told, "-Late");
    expect(&told, "~Late +Big");
    finish(&told);
}

static void durations_are_read_up_to_the_horizon(void **state)
{
    const deed longer = {"N", 1, 1, {0}}, behind = {"N", 1, 1, {1}};
    htn_agent_options options = {0};
    story told;
    (void)state;
    told.polled = false;
    options.horizon_ms = 2000;
    begin_with(&told,
               WORLD "Compound Task [Live]\n  Method [true] Subtasks [Doze(), Doze(), Sleep()]\n"
                     "Primitive Task [Doze] Operator [Doze] Duration [1s + N(Here) * 100]\n"
                     "Primitive Task [Sleep] Operator [Sleep] Duration [N(There)]\n",
               options);
    searches(&told);
    act_out(&told, &behind);
    skips(&told);
    act_out(&told, &longer);
    searches(&told);
    finish(&told);
}

/* --- Durings -------------------------------------------------------------------------------------------- */

/* The end of a During below another one's changes what the cell shows after that one, and logs no change. */
static void what_lay_below_a_during_is_asked_again(void **state)
{
    story told;
    (void)state;
    told.polled = false;
    begin(&told, "World State [Lit : bool = true, Hides : bool = true]\nRoot [Lamp]\nRoot [Walk]\n"
                 "Compound Task [Lamp]\n  Method [Hides] Subtasks [Cover()]\n"
                 "Compound Task [Walk]\n  Method [] Subtasks [Sneak(), Steal()]\n"
                 "Primitive Task [Cover] Preconditions [Hides] Operator [Cover] During [Lit = false]\n"
                 "Primitive Task [Sneak] Operator [Sneak] During [Lit = false]\n"
                 "Primitive Task [Steal] Preconditions [not Lit] Operator [Steal]\n");
    expect(&told, "+Cover +Sneak");
    told.acts[0].slow_abort = 3;
    set(&told, "Hides", 0);
    expect(&told, "-Cover");
    expect(&told, "");
    assert_int_equal(htn_agent_ask(told.agent, 1), HTN_OK);
    tick(&told, HTN_OK, 1, 0); /* both show something: what is below may change unseen */
    expect(&told, "~Cover");
    assert_world(&told, "Lit", 0);
    assert_int_equal(htn_agent_ask(told.agent, 1), HTN_OK);
    tick(&told, HTN_OK, 1, 0);
    assert_int_equal(htn_agent_result(told.agent, 1), HTN_OK); /* the running plan does not hold */
    finish(&told);
}

static void a_limit_is_told_each_time_that_it_is_known_to_be_hit(void **state)
{
    htn_agent_options options = {0};
    story told;
    (void)state;
    told.polled = false;
    options.limits.steps = 1;
    begin_with(&told, WORLD "Compound Task [Live]\n  Method [X == 3] Subtasks [Stand(), Run()]\n" STAND, options);
    tick(&told, HTN_LIMIT_STEPS, 1, 0);
    set(&told, "Other", 1);
    tick(&told, HTN_LIMIT_STEPS, 0, 1);
    assert_int_equal(htn_agent_result(told.agent, 0), HTN_LIMIT_STEPS);
    set(&told, "X", 4);
    tick(&told, HTN_OK, 1, 0); /* no plan */
    finish(&told);
    /* A plan behind one that was cut: whether that has priority is not known, which only another search says. */
    begin_with(
        &told,
        WORLD
        "Compound Task [Live]\n  Method [X == 3] Subtasks [Stand(), Run()]\n  Method [true] Subtasks [Stand()]\n" STAND,
        options);
    tick(&told, HTN_OK, 1, 0);
    set(&told, "Other", 1);
    tick(&told, HTN_LIMIT_STEPS, 1, 0);
    set(&told, "Other", 2);
    tick(&told, HTN_LIMIT_STEPS, 0, 1);
    finish(&told);
}

static void a_cheapest_plan_that_was_cut_is_sought_each_time(void **state)
{
    htn_agent_options options = {0};
    story told;
    (void)state;
    told.polled = false;
    options.limits.steps = 1;
    begin_with(&told,
               WORLD "Root [Live] Select [cheapest]\nCompound Task [Live]\n  Method [true] Subtasks [Pay(2)]\n"
                     "  Method [X == 3] Subtasks [Pay(0), Pay(0)]\n"
                     "Primitive Task [Pay(price : 0..9)] Operator [Pay] Cost [price]\n",
               options);
    tick(&told, HTN_OK, 1, 0);
    for (int32_t i = 1; i < 4; i++) { /* what is left to find hangs on what remains of the plan */
        set(&told, "Other", i);
        tick(&told, HTN_LIMIT_STEPS, 1, 0);
    }
    finish(&told);
}

/* To compare utilities with that of the running plan is more to do than to compare them with each other. */
static void a_limit_that_only_the_next_search_comes_to_is_hit(void **state)
{
    static const char text[] =
        WORLD "Compound Task [Live]\n  Select [highest by 1]\n"
              "  Method [true] Utility [count(p : Place where T(p) or N(p) > X)] Subtasks [Run()]\n"
              "  Method [true] Utility [1 + count(p : Place where T(p) or N(p) > X)] Subtasks [Stand()]\n" STAND;
    htn_agent_options options = {0};
    story told;
    (void)state;
    told.polled = false;
    options.limits.work = 11;
    begin_with(&told, text, options);
    tick(&told, HTN_OK, 1, 0);
    set(&told, "Other", 1);
    tick(&told, HTN_LIMIT_WORK, 1, 0);
    finish(&told);
    options.limits.work = 22;
    begin_with(&told, text, options);
    tick(&told, HTN_OK, 1, 0);
    set(&told, "Other", 1);
    skips(&told);
    finish(&told);
}

/* --- What is known -------------------------------------------------------------------------------------- */

static void that_there_is_no_plan_or_nothing_to_do_is_known(void **state)
{
    story told;
    (void)state;
    told.polled = false;
    begin(&told,
          WORLD "Compound Task [Live]\n  Method [X == 5] Subtasks [Run()]\n  Method [Y == 5] Subtasks []\n" STAND);
    searches(&told);
    assert_int_equal(htn_agent_result(told.agent, 0), HTN_NO_PLAN);
    set(&told, "Other", 1);
    skips(&told);
    set(&told, "Y", 5);
    searches(&told);
    assert_true(htn_agent_idle(told.agent, 0));
    set(&told, "Other", 2);
    skips(&told);
    rests(&told);
    set(&told, "X", 5);
    expect(&told, "+Run");
    set(&told, "Other", 3);
    skips(&told);
    assert_int_equal(htn_agent_result(told.agent, 0), HTN_STANDS);
    htn_agent_ask(told.agent, 0);
    skips(&told);
    expect_after(&told, "Run", HTN_SUCCEEDED,
                 "=Run +Run"); /* a plan that has ended is sought anew, whatever is known */
    finish(&told);
}

/* Along a running plan's path not everything is tried. */
static void an_empty_plan_that_replaced_another_is_not_what_a_search_from_nothing_must_find(void **state)
{
    story told;
    (void)state;
    told.polled = false;
    begin(&told,
          WORLD "Compound Task [Live]\n  Method [X == 5] Subtasks []\n  Method [true] Subtasks [Stand()]\n" STAND);
    expect(&told, "+Stand");
    set(&told, "X", 5);
    expect(&told, "-Stand");
    assert_true(htn_agent_idle(told.agent, 0));
    expect(&told, "~Stand");
    set(&told, "Other", 1);
    searches(&told);
    set(&told, "Other", 2);
    skips(&told);
    finish(&told);
}

static void what_only_earlier_searches_have_read_does_not_matter_any_more(void **state)
{
    story told;
    (void)state;
    told.polled = false;
    begin(&told, METHOD("X == 3, Y == 5"));
    searches(&told);
    set(&told, "Y", 1);
    searches(&told);
    set(&told, "X", 4);
    searches(&told); /* which stops there */
    set(&told, "Y", 2);
    skips(&told);
    finish(&told);
}

static void an_interval_begins_anew_with_each_search_that_is_passed_over(void **state)
{
    htn_agent_options options = {0};
    story told;
    (void)state;
    told.polled = false;
    options.interval_ms = 2 * TICK_MS;
    begin_with(&told, METHOD("X == 5"), options);
    searches(&told);
    set(&told, "Other", 1);
    skips(&told);
    rests(&told);
    skips(&told);
    rests(&told);
    skips(&told);
    finish(&told);
}

static void with_replan_always_nothing_is_skipped(void **state)
{
    htn_agent_options options = {0};
    story told;
    (void)state;
    told.polled = false;
    options.replan_always = true;
    begin_with(&told, METHOD("X == 5"), options);
    searches(&told);
    set(&told, "Other", 1);
    searches(&told);
    set(&told, "Other", 2);
    searches(&told);
    finish(&told);
}

static void own_effects_are_compared_too(void **state)
{
    story told;
    (void)state;
    told.polled = false;
    begin(&told,
          WORLD "Compound Task [Live]\n  Method [Y == 5] Subtasks [Run()]\n  Method [true] Subtasks [Make(), Stand()]\n"
                "Primitive Task [Make] Operator [Make] Effects [Y = 5]\n" STAND);
    expect(&told, "+Make");
    expect_after(&told, "Make", HTN_SUCCEEDED, "=Make +Stand");
    rests(&told); /* they are no reason to search, ... */
    set(&told, "Other", 1);
    expect(&told, "-Stand"); /* ... but where there is one, they count */
    expect(&told, "~Stand +Run");
    finish(&told);
}

/* What the step under way says of the world counts as it is, and is set back before the next search. */
static void what_a_step_makes_true_while_it_runs_is_compared_too(void **state)
{
    story told;
    (void)state;
    told.polled = false;
    begin(&told, WORLD "Compound Task [Live]\n  Method [Y == 5] Subtasks [Run()]\n  Method [true] Subtasks [Make()]\n"
                       "Primitive Task [Make] Operator [Make] During [Y = 4]\n" STAND);
    expect(&told, "+Make");
    set(&told, "Other", 1);
    searches(&told);
    set(&told, "Other", 2);
    skips(&told);
    finish(&told);
}

static void a_plan_that_may_not_hold_any_more_is_looked_at_again(void **state)
{
    story told;
    (void)state;
    told.polled = false;
    begin(&told, WORLD "Compound Task [Live]\n  Method [true] Subtasks [Call(), Wait(), Stand()]\n"
                       "Primitive Task [Call] Operator [Call] ExpectedEffects [Y = 5]\n"
                       "Primitive Task [Wait] Operator [Wait]\n"
                       "Primitive Task [Stand] Preconditions [Y == 5] Operator [Stand]\n");
    expect(&told, "+Call");
    set(&told, "Other", 1);
    skips(&told);
    expect_after(&told, "Call", HTN_SUCCEEDED, "=Call +Call"); /* what was expected has not come: Wait does not start */
    finish(&told);
}

static void behind_a_split_one_search_more_is_made(void **state)
{
    const deed comes = {NULL, 0, 0, {0}}, goes = {"-", 0, 0, {0}};
    story told;
    (void)state;
    told.polled = false;
    begin(&told, WORLD
          "Compound Task [Live]\n  Method [X == 3] Subtasks [Hunt()]\n"
          "Compound Task [Hunt]\n  Method [any f : Foe] Subtasks [Walk(), Split, Stand(), Look(f)]\n"
          "Compound Task [Look(f : Foe)]\n  Method [Y == 9] Subtasks [Face(f)]\n  Method [true] Subtasks [Run()]\n"
          "Primitive Task [Walk] Operator [Walk]\nPrimitive Task [Face(f : Foe)] Operator [Face]\n" STAND);
    act_out(&told, &comes);
    expect(&told, "+Walk");
    set(&told, "Other", 1);
    skips(&told);
    expect_after(&told, "Walk", HTN_SUCCEEDED, "=Walk +Stand");
    set(&told, "Other", 2);
    searches(&told);
    set(&told, "Other", 3);
    skips(&told);
    set(&told, "X", 4); /* now the way from the root ends before it has come to who is hunted */
    searches(&told);
    set(&told, "Other", 4);
    skips(&told);
    act_out(&told, &goes);
    searches(&told);
    finish(&told);
}

static void another_instance_in_the_same_place_is_another_one(void **state)
{
    const deed comes = {NULL, 0, 0, {0}}, goes = {"-", 0, 0, {0}};
    story told;
    (void)state;
    told.polled = false;
    begin(
        &told, WORLD
        "Compound Task [Live]\n  Method [X == 5] Subtasks [Run()]\n  Method [any f : Foe] Subtasks [Stand()]\n" STAND);
    act_out(&told, &comes);
    act_out(&told, &comes);
    searches(&told);
    set(&told, "X", 4);
    searches(&told); /* along the path of the plan, with the first one */
    act_out(&told, &comes);
    skips(&told);
    act_out(&told, &goes);
    act_out(&told, &comes);
    searches(&told);
    finish(&told);
}

static void what_the_steps_of_an_achieve_were_given_is_compared(void **state)
{
    const deed comes = {NULL, 0, 0, {0}}, goes = {"-", 0, 0, {0}};
    story told;
    (void)state;
    told.polled = false;
    begin(&told, WORLD "Compound Task [Live]\n  Method [X == 5] Subtasks [Run()]\n"
                       "  Method [true] Subtasks [Achieve [Y == 1, not Fine] Using [Touch, Close], Stand()]\n"
                       "Primitive Task [Touch(f : Foe)] Operator [Touch] Effects [Y += 1]\n"
                       "Primitive Task [Close] Operator [Close] Effects [Fine = false]\n" STAND);
    act_out(&told, &comes);
    expect(&told, "+Touch");
    expect_after(&told, "Touch", HTN_SUCCEEDED, "=Touch +Close");
    set(&told, "X", 4);
    searches(&told);
    set(&told, "Other", 1);
    skips(&told);
    act_out(&told, &goes); /* whom a step was given that is done */
    searches(&told);
    finish(&told);
}

/* --- Catching up ---------------------------------------------------------------------------------------- */

static void more_changes_than_the_world_remembers_are_compared_with_what_was_read(void **state)
{
    story told;
    (void)state;
    told.polled = false;
    begin(&told, METHOD("X == 5"));
    searches(&told);
    for (int32_t i = 0; i < 3 * HTN_WORLD_LOG; i++)
        set(&told, "Wide", i + 1);
    skips(&told);
    for (int32_t i = 0; i < 3 * HTN_WORLD_LOG; i++)
        set(&told, "X", i % 4);
    skips(&told); /* 3 again */
    for (int32_t i = 0; i < 3 * HTN_WORLD_LOG; i++)
        set(&told, i == 0 ? "X" : "Wide", 4 + i);
    searches(&told);
    finish(&told);
}

static void a_world_that_was_copied_is_compared_with_what_was_read(void **state)
{
    story told;
    (void)state;
    told.polled = false;
    begin(&told, METHOD("X == 5"));
    htn_world other = fixture_world(&told.domain);
    searches(&told);
    fixture_set(&other, "Wide", 7);
    assert_int_equal(htn_world_copy(htn_agent_world(told.agent), &other), HTN_OK);
    skips(&told);
    fixture_set(&other, "X", 4);
    assert_int_equal(htn_world_copy(htn_agent_world(told.agent), &other), HTN_OK);
    searches(&told);
    finish(&told);
    free(other.bytes);
}

static void what_changes_and_changes_back_is_no_change(void **state)
{
    story told;
    (void)state;
    told.polled = false;
    begin(&told, METHOD("X == 5"));
    searches(&told);
    set(&told, "X", 4);
    set(&told, "X", 3);
    skips(&told);
    finish(&told);
}

/* --- Back-off ------------------------------------------------------------------------------------------- */

/* Each is told with the footprint and without: back-offs are the same. */
static bool always;

#define BACK_OFF(name)                    \
    static void name##_told(story *told); \
    static void name(void **state)        \
    {                                     \
        (void)state;                      \
        always = false;                   \
        tell_both(name##_told);           \
        always = true;                    \
        tell_both(name##_told);           \
    }                                     \
    static void name##_told(story *told)

static void begin_waiting(story *told, const char *text)
{
    htn_agent_options options = {0};
    options.back_off_ms = 10 * TICK_MS;
    options.replan_always = always;
    begin_with(told, text, options);
}

static const char bold[] =
    WORLD "Query [Path(0..9) : 0..20]\nCompound Task [Live]\n  Method [X == 5] Subtasks [Run()]\n"
          "  Method [any p : Place where p != There and Y < 9] Prefer [lowest N(p)] Subtasks [Try(p)]\n"
          "Primitive Task [Try(p : Place)] Operator [Try(p)]\n" STAND;

static void fail_twice(story *told)
{
    expect(told, "+Try(0)");
    expect_after(told, "Try", HTN_FAILED, "!Try +Try(0)");
    expect_after(told, "Try", HTN_FAILED, "!Try");
    expect(told, "");
}

BACK_OFF(a_wait_goes_on_while_nothing_changes_that_the_failed_search_has_read)
{
    begin_waiting(told, bold);
    fail_twice(told);
    set(told, "Other", 5);
    expect(told, "");
    set(told, "X", 5);
    set(told, "X", 3); /* as it was when the plan failed */
    expect(told, "");
    for (int32_t i = 0; i < 2 * HTN_WORLD_LOG; i++)
        set(told, "Wide", i + 1);
    expect(told, "");
    assert_int_equal(htn_agent_answers_changed(told->agent), HTN_OK); /* nobody has asked */
    expect(told, "");
    set(told, "X", 4);
    expect(told, "+Try(0)");
    finish(told);
}

BACK_OFF(a_wait_ends_when_the_game_asks)
{
    begin_waiting(told, bold);
    fail_twice(told);
    htn_agent_ask(told->agent, 0);
    expect(told, "+Try(0)");
    finish(told);
}

BACK_OFF(a_wait_ends_when_an_answer_changes_that_the_failed_search_has_asked_for)
{
    begin_waiting(told,
                  WORLD "Query [Path(0..9) : 0..20]\nCompound Task [Live]\n  Method [Path(X) < 9] Subtasks [Try()]\n"
                        "Primitive Task [Try] Operator [Try(0)]\n" STAND);
    fail_twice(told);
    assert_int_equal(htn_agent_answers_changed(told->agent), HTN_OK);
    expect(told, "+Try(0)");
    finish(told);
}

/* Not those that have looked for something better since. */
BACK_OFF(the_failed_search_is_the_one_that_found_the_plan)
{
    const deed nearer = {"N", 1, 1, {2}};
    begin_waiting(told, bold);
    expect(told, "+Try(0)");
    expect_after(told, "Try", HTN_FAILED, "!Try +Try(0)");
    set(told, "X", 4);
    expect(told, ""); /* along the plan's path nobody asks which place is nearer */
    expect_after(told, "Try", HTN_FAILED, "!Try");
    act_out(told, &nearer);
    expect(told, "+Try(0)");
    finish(told);
}

static void spoil(story *told)
{
    set(told, "X", told->acts[htn_operator_find(&told->domain, "Try")].next == HTN_FAILED ? 4 : 3);
}

BACK_OFF(what_has_changed_before_the_failure_is_no_change_since)
{
    begin_waiting(told, bold);
    expect(told, "+Try(0)");
    expect_after(told, "Try", HTN_FAILED, "!Try +Try(0)");
    told->inside = spoil; /* the operator itself says that X is 4, and that it has failed */
    says(told, "Try", HTN_FAILED);
    if (told->polled)
        spoil(told);
    expect(told, "!Try");
    told->inside = NULL;
    expect(told, "");
    set(told, "X", 3);
    expect(told, "+Try(0)");
    finish(told);
}

static void unsettle(story *told)
{
    assert_int_equal(htn_agent_answers_changed(told->agent), HTN_OK);
}

BACK_OFF(answers_that_have_changed_before_the_failure_are_no_change_since)
{
    begin_waiting(told,
                  WORLD "Query [Path(0..9) : 0..20]\nCompound Task [Live]\n  Method [Path(X) < 9] Subtasks [Try()]\n"
                        "Primitive Task [Try] Operator [Try(0)]\n" STAND);
    expect(told, "+Try(0)");
    expect_after(told, "Try", HTN_FAILED, "!Try +Try(0)");
    told->inside = unsettle; /* the operator says so itself, and that it has failed */
    expect_after(told, "Try", HTN_FAILED, "!Try");
    told->inside = NULL;
    expect(told, "");
    unsettle(told);
    expect(told, "+Try(0)");
    finish(told);
}

BACK_OFF(what_steps_set_back_when_they_end_is_no_change)
{
    begin_waiting(told, WORLD "Compound Task [Live]\n  Method [Y < 9, S < 5] Subtasks [Parallel [Try(), Guard()]]\n"
                              "Primitive Task [Try] Operator [Try(0)]\n"
                              "Primitive Task [Guard] Operator [Guard] During [Y = 4, S = 4]\n");
    told->acts[htn_operator_find(&told->domain, "Guard")].slow_abort = 2;
    expect(told, "+Try(0) +Guard");
    expect_after(told, "Try", HTN_FAILED, "!Try -Guard");
    expect(told, "");
    expect(told, "~Guard +Try(0) +Guard");
    expect_after(told, "Try", HTN_FAILED, "!Try -Guard");
    expect(told, "");
    expect(told, "~Guard");
    assert_world(told, "Y", 0);
    expect(told, "");
    set(told, "S", 1);
    expect(told, "+Try(0) +Guard");
    finish(told);
}

BACK_OFF(a_wait_ends_when_a_cooldown_does)
{
    begin_waiting(
        told, WORLD
        "Compound Task [Live]\n  Method [true] Cooldown [300ms] Subtasks [Try()]\n  Method [true] Subtasks [Stand()]\n"
        "Primitive Task [Try] Operator [Try(0)]\n" STAND);
    expect(told, "+Try(0)");
    expect_after(told, "Try", HTN_FAILED, "!Try +Stand");
    expect_after(told, "Stand", HTN_FAILED, "!Stand");
    expect(told, "");
    expect(told, "+Try(0)");
    expect_after(told, "Try", HTN_FAILED, "!Try"); /* that it cools down now is no change */
    expect(told, "");
    finish(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_a_search_reads_is_noticed),
        cmocka_unit_test(what_was_chosen_among_is_read_by_the_search_that_chose),
        cmocka_unit_test(what_no_search_reads_is_none_of_its_business),
        cmocka_unit_test(each_of_many_instances_is_noticed),
        cmocka_unit_test(changed_answers_concern_only_searches_that_asked),
        cmocka_unit_test(what_a_query_is_about_and_answers_must_be_there),
        cmocka_unit_test(a_cheaper_plan_is_sought_where_the_running_one_has_become_dearer),
        cmocka_unit_test(durations_are_read_up_to_the_horizon),
        cmocka_unit_test(a_limit_is_told_each_time_that_it_is_known_to_be_hit),
        cmocka_unit_test(a_cheapest_plan_that_was_cut_is_sought_each_time),
        cmocka_unit_test(a_limit_that_only_the_next_search_comes_to_is_hit),
        cmocka_unit_test(that_there_is_no_plan_or_nothing_to_do_is_known),
        cmocka_unit_test(an_empty_plan_that_replaced_another_is_not_what_a_search_from_nothing_must_find),
        cmocka_unit_test(what_only_earlier_searches_have_read_does_not_matter_any_more),
        cmocka_unit_test(an_interval_begins_anew_with_each_search_that_is_passed_over),
        cmocka_unit_test(with_replan_always_nothing_is_skipped),
        cmocka_unit_test(own_effects_are_compared_too),
        cmocka_unit_test(what_a_step_makes_true_while_it_runs_is_compared_too),
        cmocka_unit_test(a_plan_that_may_not_hold_any_more_is_looked_at_again),
        cmocka_unit_test(behind_a_split_one_search_more_is_made),
        cmocka_unit_test(another_instance_in_the_same_place_is_another_one),
        cmocka_unit_test(what_the_steps_of_an_achieve_were_given_is_compared),
        cmocka_unit_test(more_changes_than_the_world_remembers_are_compared_with_what_was_read),
        cmocka_unit_test(a_world_that_was_copied_is_compared_with_what_was_read),
        cmocka_unit_test(what_changes_and_changes_back_is_no_change),
        cmocka_unit_test(a_wait_goes_on_while_nothing_changes_that_the_failed_search_has_read),
        cmocka_unit_test(a_wait_ends_when_the_game_asks),
        cmocka_unit_test(a_wait_ends_when_an_answer_changes_that_the_failed_search_has_asked_for),
        cmocka_unit_test(the_failed_search_is_the_one_that_found_the_plan),
        cmocka_unit_test(what_has_changed_before_the_failure_is_no_change_since),
        cmocka_unit_test(answers_that_have_changed_before_the_failure_are_no_change_since),
        cmocka_unit_test(what_steps_set_back_when_they_end_is_no_change),
        cmocka_unit_test(what_lay_below_a_during_is_asked_again),
        cmocka_unit_test(a_wait_ends_when_a_cooldown_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
