/* The planner's interface: results, limits, budgets, the running plan, misuse. Behaviour of the language is tested elsewhere. */
#include "fixture.h"

#include <stdio.h>

static const char troll[] = "Enum [Place] Values [Home, Enemy, Trunk]\n"
                            "World State [ Sees : bool, Health : 0..3, At : Place ]\n"
                            "Compound Task [Be]\n"
                            "  Method [Sees] Subtasks [Attack()]\n"
                            "  Method [true] Subtasks [Patrol()]\n"
                            "Compound Task [Attack]\n"
                            "  Method [Health > 0] Subtasks [Go(), Slam()]\n"
                            "  Method [true] Subtasks [Find(), Uproot(), Attack()]\n"
                            "Primitive Task [Go] Operator [Go] Effects [At = Enemy]\n"
                            "Primitive Task [Slam] Operator [Slam] Effects [Health += -1]\n"
                            "Primitive Task [Find] Operator [Find] Effects [At = Trunk]\n"
                            "Primitive Task [Uproot] Operator [Uproot] Effects [Health = 3] Duration [2s] Cost [4]\n"
                            "Primitive Task [Patrol] Preconditions [not Sees] Operator [Patrol]\n";

static void a_plan_carries_its_cost_and_duration(void **state)
{
    (void)state;
    fixture made;
    fixture_start(&made, troll, NULL);
    fixture_set(&made.world, "Sees", 1);
    assert_string_equal(fixture_find(&made, NULL), "Find() Uproot() Go() Slam() MTR [0, 1, 0]");
    htn_plan found;
    htn_planner_plan(made.planner, &found);
    assert_int_equal(found.cost, 1 + 4 + 1 + 1);
    assert_int_equal(found.duration, 2000);
    assert_int_equal(found.reached, 0);
    fixture_tear_down(&made);
}

static void planning_leaves_the_world_alone_and_follows_its_changes(void **state)
{
    (void)state;
    fixture made;
    fixture_start(&made, troll, NULL);
    for (int round = 0; round < 300; round++) {
        /* now and then more changes between two searches than the log holds */
        for (int k = 0; k <= (round % 7) * 20; k++)
            fixture_set(&made.world, "Health", k % 4);
        const int32_t health = round % 4;
        fixture_set(&made.world, "Health", health);
        fixture_set(&made.world, "Sees", round % 3 != 0);
        const char *expected = round % 3 == 0 ? "Patrol() MTR [1]"
                               : health > 0   ? "Go() Slam() MTR [0, 0]"
                                              : "Find() Uproot() Go() Slam() MTR [0, 1, 0]";
        assert_string_equal(fixture_find(&made, NULL), expected);
        assert_int_equal(htn_world_get(&made.world, htn_property_find(&made.domain, "Health")), health);
    }
    fixture_tear_down(&made);
}

static void a_world_made_anew_in_the_same_memory_is_noticed(void **state)
{
    (void)state;
    fixture made;
    fixture_start(&made, troll, NULL);
    fixture_set(&made.world, "Sees", 1);
    fixture_set(&made.world, "Health", 2);
    assert_string_equal(fixture_find(&made, NULL), "Go() Slam() MTR [0, 0]");
    const size_t size = htn_world_bytes(&made.domain);
    assert_int_equal(htn_world_init(&made.world, &made.domain, made.world.bytes, size), HTN_OK);
    fixture_set(&made.world, "Sees", 1); /* as many changes as before */
    fixture_set(&made.world, "At", 1);
    assert_string_equal(fixture_find(&made, NULL), "Find() Uproot() Go() Slam() MTR [0, 1, 0]");
    fixture_tear_down(&made);
}

/* In both lives the other planner comes first; it is made anew, too, so that each has done the same in both. */
static void a_world_made_anew_is_noticed_behind_another_planner(void **state)
{
    (void)state;
    fixture made;
    fixture_start(&made, troll, NULL);
    const size_t size = htn_planner_bytes(&made.domain, NULL);
    void *block = malloc(size);
    htn_planner *other;
    for (int life = 0; life < 2; life++) {
        const size_t bytes = htn_world_bytes(&made.domain);
        assert_int_equal(htn_world_init(&made.world, &made.domain, made.world.bytes, bytes), HTN_OK);
        assert_int_equal(htn_planner_init(&other, &made.domain, NULL, block, size), HTN_OK);
        assert_int_equal(htn_plan_find(other, &made.world, NULL), HTN_OK);
        fixture_set(&made.world, life == 0 ? "Health" : "At", 1);
        fixture_set(&made.world, "Sees", 1);
        assert_int_equal(htn_plan_find(other, &made.world, NULL), HTN_OK);
        assert_string_equal(fixture_find(&made, NULL),
                            life == 0 ? "Go() Slam() MTR [0, 0]" : "Find() Uproot() Go() Slam() MTR [0, 1, 0]");
    }
    free(block);
    fixture_tear_down(&made);
}

/* None of them copies the whole world again: a byte that was written past the log stays unknown. */
static void any_number_of_planners_copy_only_what_has_changed(void **state)
{
    (void)state;
    enum { MANY = 64 };
    fixture made;
    fixture_start(&made, troll, NULL);
    htn_planner *planners[MANY];
    for (int i = 0; i < MANY; i++)
        planners[i] = fixture_planner(&made.domain, NULL);
    const htn_property sees = htn_property_find(&made.domain, "Sees");
    const uint32_t address = htn_domain_field(&made.domain, HTN_SECTION_PROPERTIES, sees, HTN_PROPERTIES_ADDRESS);
    for (int round = 0; round < 3; round++) {
        fixture_set(&made.world, "At", (round + 1) % 3);
        for (int i = 0; i < MANY; i++)
            assert_string_equal(
                fixture_plan_text(planners[i], &made.domain, htn_plan_find(planners[i], &made.world, NULL)),
                "Patrol() MTR [1]");
        made.world.bytes[address] = 1;
    }
    for (int i = 0; i < MANY; i++)
        free(planners[i]);
    fixture_tear_down(&made);
}

static void many_planners_share_one_world(void **state)
{
    (void)state;
    fixture made;
    fixture_start(&made, troll, NULL);
    htn_planner *others[7];
    for (size_t i = 0; i < 7; i++)
        others[i] = fixture_planner(&made.domain, NULL);
    for (int round = 0; round < 50; round++) {
        fixture_set(&made.world, "Sees", round & 1);
        for (size_t i = 0; i < 7; i++)
            assert_string_equal(fixture_plan_text(others[i], &made.domain, htn_plan_find(others[i], &made.world, NULL)),
                                round & 1 ? "Find() Uproot() Go() Slam() MTR [0, 1, 0]" : "Patrol() MTR [1]");
    }
    for (size_t i = 0; i < 7; i++)
        free(others[i]);
    fixture_tear_down(&made);
}

/* Two cells change and are set back, one inside the other: what each was before says that nothing has changed since. */
static void a_loop_is_seen_behind_changes_that_were_undone(void **state)
{
    (void)state;
    static const char text[] = "World State [ Up : bool, Out : bool ]\n"
                               "Compound Task [Go]\n"
                               "  Method [true] Subtasks [Rise(), Leave(), Return(), Sink(), Go()]\n"
                               "  Method [true] Subtasks [Rest()]\n"
                               "Primitive Task [Rise] Operator [Rise] Effects [Up = true]\n"
                               "Primitive Task [Leave] Operator [Leave] Effects [Out = true]\n"
                               "Primitive Task [Return] Operator [Return] Effects [Out = false]\n"
                               "Primitive Task [Sink] Operator [Sink] Effects [Up = false]\n"
                               "Primitive Task [Rest] Operator [Rest]\n";
    fixture made;
    fixture_start(&made, text, NULL);
    assert_string_equal(fixture_find(&made, NULL), "Rest() MTR [1]");
    fixture_tear_down(&made);
}

/* Whether a task that calls itself has changed anything before is known only in the world; cells of one, two and four bytes. */
static void a_recursion_that_changes_something_is_no_loop(void **state)
{
    static const char *const highest[] = {"200", "1000", "100000"};
    (void)state;
    for (size_t i = 0; i < sizeof highest / sizeof *highest; i++) {
        char text[512];
        fixture made;
        snprintf(text, sizeof text,
                 "World State [ Level : 0..%s, Goal : 0..%s = 150 ]\n"
                 "Compound Task [Go]\n"
                 "  Method [Level == 150] Subtasks [Rest()]\n"
                 "  Method [true] Subtasks [Climb(), Go()]\n"
                 "Primitive Task [Climb] Operator [Climb] Effects [Level = Goal]\n"
                 "Primitive Task [Rest] Operator [Rest]\n",
                 highest[i], highest[i]);
        fixture_start(&made, text, NULL);
        assert_string_equal(fixture_find(&made, NULL), "Climb() Rest() MTR [1, 0]");
        fixture_set(&made.world, "Goal", 0); /* and this changes nothing */
        assert_string_equal(fixture_find(&made, NULL), "no plan");
        fixture_tear_down(&made);
    }
}

/* What a recursion costs is no change, however the world's cells were written before they were what they had been. */
static void a_recursion_that_changes_nothing_is_a_loop(void **state)
{
    static const char *const domains[] = {
        "World State [ Fee : 1..9 = 2 ]\n"
        "Root [Go] Select [cheapest]\n"
        "Compound Task [Go] Method [true] Subtasks [Pay(), Go()]\n"
        "Primitive Task [Pay] Cost [Fee]\n",
        "World State [ Lit : bool, Off : bool ]\n"
        "Compound Task [Go] Method [true] Subtasks [Light(), Quench(), Go()]\n"
        "Primitive Task [Light] Effects [Lit = true]\n"
        "Primitive Task [Quench] Effects [Lit = Off]\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++) {
        fixture made;
        fixture_start(&made, domains[i], NULL);
        assert_string_equal(fixture_find(&made, NULL), "no plan"); /* and no limit */
        fixture_tear_down(&made);
    }
}

/* Two tasks that lead to each other, in one world: neither has come to itself. */
static void another_task_in_the_same_world_is_no_loop(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made,
                  "World State [ A : bool ]\n"
                  "Compound Task [Go] Method [not A] Subtasks [Turn()] Method [true] Subtasks [Rest()]\n"
                  "Compound Task [Turn] Method [true] Subtasks [Light(), Go()]\n"
                  "Primitive Task [Light] Operator [Light] Effects [A = true]\n"
                  "Primitive Task [Rest] Operator [Rest]\n",
                  NULL);
    assert_string_equal(fixture_find(&made, NULL), "Light() Rest() MTR [0, 0, 1]");
    fixture_tear_down(&made);
}

/* Cells that lie side by side, of which one rises by three as the other falls by one: the two worlds have the same hash. */
static void worlds_of_one_hash_are_told_apart(void **state)
{
    static const char *const effects[] = {"A += 3, B -= 1", "B += 3, A -= 1"};
    (void)state;
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
        char text[512];
        fixture made;
        snprintf(text, sizeof text,
                 "World State [ A : 0..200 = 50, B : 0..200 = 50 ]\n"
                 "Compound Task [Go] Method [A + B == 104] Subtasks [Rest()] Method [true] Subtasks [Shift(), Go()]\n"
                 "Primitive Task [Shift] Operator [Shift] Effects [%s]\n"
                 "Primitive Task [Rest] Operator [Rest]\n",
                 effects[i]);
        fixture_start(&made, text, NULL);
        assert_string_equal(fixture_find(&made, NULL), "Shift() Shift() Rest() MTR [1, 1, 0]");
        fixture_tear_down(&made);
    }
}

/* Methods behind the running plan's, of which one is not the last, are no better; nor is what their subtasks might be. */
static void methods_behind_the_running_one_are_no_better(void **state)
{
    htn_request again = {.replan = true};
    fixture made;
    (void)state;
    fixture_start(&made,
                  "World State [ A : bool = true, B : bool ]\n"
                  "Compound Task [T]\n"
                  "  Method [A] Subtasks [U()]\n"
                  "  Method [B] Subtasks [U()]\n"
                  "  Method [true] Subtasks [U()]\n"
                  "Compound Task [U] Method [B] Subtasks [Run()] Method [true] Subtasks [Walk()]\n"
                  "Primitive Task [Run] Operator [Run]\n"
                  "Primitive Task [Walk] Operator [Walk]\n",
                  NULL);
    assert_string_equal(fixture_find(&made, NULL), "Walk() MTR [0, 1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    fixture_set(&made.world, "A", 0);
    fixture_set(&made.world, "B", 1);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &again), HTN_STANDS);
    fixture_set(&made.world, "B", 0);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &again), HTN_STANDS);
    fixture_tear_down(&made);
}

/* What is better inside a method that the running plan has too is about whom that is about. */
static void a_method_that_is_kept_keeps_whom_it_is_about(void **state)
{
    static const int32_t orc = 0, elf = 1;
    const htn_request again = {.replan = true};
    fixture made;
    (void)state;
    fixture_start(&made,
                  "Entities [Foe] Values [Orc, Elf]\n"
                  "World State [ Near(f : Foe) : bool, Armed : bool ]\n"
                  "Compound Task [T] Method [true] Subtasks [Watch(7)]\n"
                  "Compound Task [Watch(n : 0..9)] Method [any f : Foe where Near(f)] Subtasks [Meet(f, n)]\n"
                  "Compound Task [Meet(f : Foe, n : 0..9)]\n"
                  "  Method [Armed] Subtasks [Hit(f, n)]\n"
                  "  Method [true] Subtasks [Stare(f, n)]\n"
                  "Primitive Task [Hit(f : Foe, n : 0..9)] Operator [Hit(f, n)]\n"
                  "Primitive Task [Stare(f : Foe, n : 0..9)] Operator [Stare(f, n)]\n",
                  NULL);
    const htn_property near = htn_property_find(&made.domain, "Near");
    assert_int_equal(htn_world_set_at(&made.world, near, &elf, 1, 1), HTN_OK);
    assert_string_equal(fixture_find(&made, NULL), "Stare(1, 7) MTR [0, 0, 1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_int_equal(htn_world_set_at(&made.world, near, &orc, 1, 1), HTN_OK);
    fixture_set(&made.world, "Armed", 1);
    assert_string_equal(fixture_find(&made, &again), "Hit(1, 7) MTR [0, 0, 0]");
    fixture_tear_down(&made);
}

/* A step that was given nobody is one that can be done as long as nothing else is against it. */
static void a_step_for_nobody_holds(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made,
                  "Entities [Foe] Max [3]\n"
                  "World State [ Target : Foe, Rain : bool ]\n"
                  "Compound Task [T] Method [true] Subtasks [Stare(Target)]\n"
                  "Primitive Task [Stare(f : Foe)] Preconditions [not Rain] Operator [Stare(f)]\n",
                  NULL);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, NULL), HTN_OK);
    fixture_set(&made.world, "Rain", 1);
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, NULL), HTN_NO_PLAN);
    fixture_tear_down(&made);
}

/* What comes behind the running plan's method in its task is no better, though that method itself no longer holds. */
static void a_last_method_behind_the_running_one_is_no_better(void **state)
{
    (void)state;
    static const char text[] = "World State [ Hungry : bool = true, Rich : bool ]\n"
                               "Compound Task [Live]\n"
                               "  Method [Hungry] Subtasks [Eat()]\n"
                               "  Method [true] Subtasks [Spend()]\n"
                               "Compound Task [Spend]\n"
                               "  Method [Rich] Subtasks [Buy()]\n"
                               "  Method [true] Subtasks [Beg()]\n"
                               "Primitive Task [Eat] Operator [Eat]\n"
                               "Primitive Task [Buy] Operator [Buy]\n"
                               "Primitive Task [Beg] Operator [Beg]\n";
    const htn_request replan = {.replan = true};
    fixture made;
    fixture_start(&made, text, NULL);
    assert_string_equal(fixture_find(&made, NULL), "Eat() MTR [0]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    fixture_set(&made.world, "Hungry", 0);
    assert_string_equal(fixture_find(&made, &replan), "the running plan stands");
    assert_string_equal(fixture_find(&made, NULL), "Beg() MTR [1, 1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(fixture_find(&made, &replan), "the running plan stands");
    fixture_set(&made.world, "Rich", 1); /* better, inside the last method that the running plan has too */
    assert_string_equal(fixture_find(&made, &replan), "Buy() MTR [1, 0]");
    fixture_tear_down(&made);
}

static void limits_fail_branches_and_are_told_apart_from_no_plan(void **state)
{
    (void)state;
    static const char text[] = "World State [ N : int, Stop : bool ]\n"
                               "Compound Task [Root]\n"
                               "  Method [true] Subtasks [Count()]\n"
                               "  Method [Stop] Subtasks [Rest()]\n"
                               "Compound Task [Count]\n"
                               "  Method [N >= 1000] Subtasks []\n"
                               "  Method [true] Subtasks [One(), Count()]\n"
                               "Primitive Task [One] Operator [One] Effects [N += 1]\n"
                               "Primitive Task [Rest] Operator [Rest]\n";
    const htn_limits few_steps = {.steps = 10, .depth = 100}, shallow = {.steps = 100, .depth = 10};
    fixture made;
    fixture_start(&made, text, &few_steps);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_LIMIT_STEPS);
    fixture_set(&made.world, "Stop", 1);
    assert_string_equal(fixture_find(&made, NULL), "Rest() MTR [1]");
    htn_plan found;
    htn_planner_plan(made.planner, &found);
    assert_int_equal(found.reached, HTN_REACHED_STEPS);
    fixture_set(&made.world, "Stop", 0);
    htn_planner *planner = fixture_planner(&made.domain, &shallow);
    assert_int_equal(htn_plan_find(planner, &made.world, NULL), HTN_LIMIT_DEPTH);
    const htn_request little = {.work = 7};
    assert_int_equal(htn_plan_find(planner, &made.world, &little), HTN_LIMIT_WORK);
    assert_int_equal(htn_plan_step(planner, 0), HTN_NOT_BEGUN);
    htn_planner_plan(planner, &found);
    assert_int_equal(found.step_count, 0);
    free(planner);
    fixture_tear_down(&made);
}

/* A step too many costs nothing: the work that leads up to it is enough to say so. */
static void a_cut_needs_no_work(void **state)
{
    (void)state;
    static const char text[] = "World State [ X : bool ]\n"
                               "Compound Task [Root]\n"
                               "  Method [true] Subtasks [One(), One(), One()]\n"
                               "Primitive Task [One] Operator [One]\n";
    const htn_limits limits = {.steps = 2};
    const htn_request exact = {.work = 3}, less = {.work = 2};
    fixture made;
    fixture_start(&made, text, &limits);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &exact), HTN_LIMIT_STEPS);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &less), HTN_LIMIT_WORK);
    fixture_tear_down(&made);
}

static void a_cut_behind_a_choice_needs_no_work(void **state)
{
    (void)state;
    static const char text[] = "World State [ X : bool ]\n"
                               "Compound Task [Root]\n"
                               "  Method [true] Subtasks [Either(), Either(), Either()]\n"
                               "Compound Task [Either]\n"
                               "  Method [X] Subtasks [One(), One()]\n"
                               "  Method [true] Subtasks [One()]\n"
                               "Primitive Task [One] Operator [One]\n";
    const htn_limits limits = {.steps = 2};
    fixture made;
    fixture_start(&made, text, &limits);
    for (uint32_t work = 1; work <= 12; work++) {
        const htn_request request = {.work = work};
        const htn_status status = htn_plan_find(made.planner, &made.world, &request);
        assert_int_equal(status, work < 6 ? HTN_LIMIT_WORK : HTN_LIMIT_STEPS);
    }
    fixture_tear_down(&made);
}

static void a_region_that_runs_out_is_named(void **state)
{
    (void)state;
    static const struct {
        htn_limits limits;
        htn_status expected;
    } cases[] = {
        {{.record = 2, .choices = 9}, HTN_FULL_RECORD},
        {{.frames = 12}, HTN_FULL_FRAMES},
        {{.choices = 1}, HTN_FULL_CHOICES},
        {{.trail = 1}, HTN_FULL_TRAIL},
    };
    static const char text[] =
        "World State [ A : bool, B : bool, C : bool ]\n"
        "Compound Task [Root] Method [true] Subtasks [Set(1), Set(2), One()] Method [true] Subtasks []\n"
        "Compound Task [Set(n : int)] Method [n < 2] Subtasks [One()] Method [true] Subtasks [Two()]\n"
        "  Method [true] Subtasks []\n"
        "Primitive Task [One] Operator [One] Effects [A = true]\n"
        "Primitive Task [Two] Operator [Two] Effects [B = true, C = true]\n";
    fixture made;
    fixture_start(&made, text, NULL);
    assert_string_equal(fixture_find(&made, NULL), "One() Two() One() MTR [0, 0, 1]");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        htn_planner *planner = fixture_planner(&made.domain, &cases[i].limits);
        const htn_status status = htn_plan_find(planner, &made.world, NULL);
        if (status != cases[i].expected)
            fail_msg("case %d: %s, not %s", (int)i, htn_status_text(status), htn_status_text(cases[i].expected));
        free(planner);
    }
    fixture_tear_down(&made);
}

static void a_budget_of_one_comes_to_the_same_plan(void **state)
{
    (void)state;
    fixture made;
    fixture_start(&made, troll, NULL);
    fixture_set(&made.world, "Sees", 1);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    fixture_set(&made.world, "Sees", 0); /* the search sees the world as it was when it began */
    htn_status status;
    int calls = 0;
    do {
        status = htn_plan_step(made.planner, 1);
        calls++;
    } while (status == HTN_SUSPENDED);
    assert_int_equal(calls, 3 + 4); /* three methods, four steps; the last call finds that nothing is left */
    assert_string_equal(fixture_plan_text(made.planner, &made.domain, status),
                        "Find() Uproot() Go() Slam() MTR [0, 1, 0]");
    fixture_tear_down(&made);
}

static void a_block_that_was_moved_goes_on(void **state)
{
    (void)state;
    fixture made;
    fixture_start(&made, troll, NULL);
    fixture_set(&made.world, "Sees", 1);
    const size_t size = htn_planner_bytes(&made.domain, NULL);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    htn_status status;
    while ((status = htn_plan_step(made.planner, 1)) == HTN_SUSPENDED) {
        void *elsewhere = malloc(size);
        memcpy(elsewhere, made.planner, size);
        memset((void *)made.planner, 0xEE, size);
        free(made.planner);
        assert_int_equal(htn_planner_attach(&made.planner, &made.domain, elsewhere, size), HTN_OK);
    }
    assert_string_equal(fixture_plan_text(made.planner, &made.domain, status),
                        "Find() Uproot() Go() Slam() MTR [0, 1, 0]");
    fixture_tear_down(&made);
}

static void a_running_plan_yields_only_to_higher_priority(void **state)
{
    (void)state;
    fixture made;
    fixture_start(&made, troll, NULL);
    const htn_request replan = {.replan = true};
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_NO_RUNNING_PLAN);
    assert_string_equal(fixture_find(&made, NULL), "Patrol() MTR [1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS);
    fixture_set(&made.world, "Sees", 1); /* Patrol's precondition fails: as if there were no plan */
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, NULL), HTN_NO_PLAN);
    assert_string_equal(fixture_find(&made, &replan), "Find() Uproot() Go() Slam() MTR [0, 1, 0]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    fixture_set(&made.world, "Health", 1); /* AttackEnemy's first method now holds */
    assert_string_equal(fixture_find(&made, &replan), "Go() Slam() MTR [0, 0]");
    htn_plan running;
    assert_true(htn_planner_running(made.planner, &running)); /* until it is adopted, the old one runs on */
    assert_int_equal(running.step_count, 4);
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    fixture_set(&made.world, "Health", 0);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS); /* its condition is asked once */
    htn_planner_drop(made.planner);
    assert_false(htn_planner_running(made.planner, NULL));
    fixture_tear_down(&made);
}

static void a_replan_is_known_only_as_long_as_all_that_it_read_is_the_same(void **state)
{
    htn_request replan = {.replan = true};
    htn_world other;
    fixture made;
    (void)state;
    fixture_start(
        &made,
        "World State [Threat : bool, Shut : bool, Dark : bool]\nRoot [Live]\nRoot [Guard]\n"
        "Compound Task [Live]\n  Method [Threat] Subtasks [Flee()]\n  Method [true] Subtasks [Walk(), Open()]\n"
        "  Method [true] Subtasks [Wait()]\n"
        "Compound Task [Guard]\n  Method [not Threat] Subtasks [Flee()]\n  Method [true] Subtasks [Wait()]\n"
        "Primitive Task [Flee] Operator [Flee]\nPrimitive Task [Walk] Operator [Walk]\n"
        "Primitive Task [Open] Preconditions [not Shut] Operator [Open]\nPrimitive Task [Wait] Operator [Wait]\n",
        NULL);
    assert_string_equal(fixture_find(&made, NULL), "Walk() Open() MTR [1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    for (int i = 0; i < 3; i++) {
        fixture_set(&made.world, "Dark", i % 2);
        assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS);
    }
    fixture_set(&made.world, "Shut", 1); /* read by what checks the plan */
    assert_string_equal(fixture_find(&made, &replan), "Wait() MTR [2]");
    replan.steps_done = 2; /* then it is not, and then it is again */
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS);
    replan.steps_done = 0;
    assert_string_equal(fixture_find(&made, &replan), "Wait() MTR [2]");
    fixture_set(&made.world, "Shut", 0);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS);
    replan.work = 1;
    fixture_set(&made.world, "Threat", 1); /* read by what looks for something better */
    assert_string_equal(fixture_find(&made, &replan), "the limit on work was reached");
    replan.work = 0;
    assert_string_equal(fixture_find(&made, &replan), "Flee() MTR [0]");
    fixture_set(&made.world, "Threat", 0);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS);
    replan.root = 1;
    assert_string_equal(fixture_find(&made, &replan), "Flee() MTR [0]");
    replan.root = 0;
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS);
    other = fixture_world(&made.domain);
    fixture_set(&other, "Threat", 1);
    assert_int_equal(htn_plan_find(made.planner, &other, &replan), HTN_OK);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS);
    htn_planner_drop(made.planner);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_NO_RUNNING_PLAN);
    free(other.bytes);
    fixture_tear_down(&made);
}

static void misuse_is_refused(void **state)
{
    (void)state;
    fixture made;
    fixture_start(&made, troll, NULL);
    size_t other_size;
    uint8_t *other_blob =
        fixture_compile("World State [ X : bool ] Compound Task [R] Method [X] Subtasks []", false, &other_size);
    htn_domain other = fixture_load(other_blob, other_size), none;
    htn_world stranger = fixture_world(&other);
    htn_planner *planner;
    uint64_t memory[4];
    const htn_request beyond = {.root = 5}, done_too_much = {.replan = true, .steps_done = 99};
    assert_int_equal(htn_domain_load(NULL, other_blob, other_size, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_domain_load(&none, NULL, 0, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_world_init(&stranger, &other, NULL, 0), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_world_init(&stranger, &made.domain, memory, 1), HTN_TOO_SMALL);
    assert_int_equal(htn_world_init(&stranger, &other, (uint8_t *)memory + 1, 8), HTN_BAD_MEMORY);
    assert_int_equal(htn_world_set(&made.world, 99, 0), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_world_set(&made.world, htn_property_find(&made.domain, "Health"), 4), HTN_BAD_VALUE);
    assert_int_equal(htn_world_get(&made.world, 99), 0);
    assert_int_equal(htn_planner_init(&planner, &made.domain, NULL, memory, sizeof memory), HTN_FULL_HEADER);
    assert_null(planner);
    assert_int_equal(htn_planner_attach(&planner, &other, made.planner, htn_planner_bytes(&made.domain, NULL)),
                     HTN_WRONG_DOMAIN);
    assert_int_equal(htn_plan_begin(made.planner, &stranger, NULL), HTN_WRONG_DOMAIN);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, &beyond), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_plan_begin(NULL, &made.world, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_NOT_BEGUN);
    assert_int_equal(htn_planner_adopt(made.planner), HTN_NOT_BEGUN);
    assert_string_equal(fixture_find(&made, NULL), "Patrol() MTR [1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, &done_too_much), HTN_BAD_ARGUMENT);
    other_blob[HTN_HEADER_MAGIC] = 'X'; /* a domain that did not load is empty, and refused everywhere */
    memset(&none, 0xAA, sizeof none);
    assert_int_equal(htn_domain_load(&none, other_blob, other_size, NULL), HTN_BAD_BLOB);
    assert_int_equal(htn_world_bytes(&none), 0);
    assert_int_equal(htn_planner_bytes(&none, NULL), 0);
    assert_int_equal(htn_world_init(&stranger, &none, memory, sizeof memory), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_planner_init(&planner, &none, NULL, memory, sizeof memory), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_planner_attach(&planner, &none, made.planner, htn_planner_bytes(&made.domain, NULL)),
                     HTN_WRONG_DOMAIN);
    assert_string_equal(htn_task_name(&none, 0), "");
    assert_string_equal(htn_status_text((htn_status)999), "not a status of this runtime");
    free(stranger.bytes);
    free(other_blob);
    fixture_tear_down(&made);
}

static void operator_arguments_are_evaluated_in_the_world_as_it_is(void **state)
{
    (void)state;
    static const char text[] = "Enum [Place] Values [Home, Bridge]\n"
                               "World State [ Gold : int = 5, At : Place = Bridge ]\n"
                               "Compound Task [Root] Method [true] Subtasks [Pay(3)]\n"
                               "Primitive Task [Pay(n : int)] Operator [Pay(n + Gold, At, \"coin\")]\n";
    fixture made;
    fixture_start(&made, text, NULL);
    assert_string_equal(fixture_find(&made, NULL), "Pay(3) MTR [0]");
    htn_plan found;
    htn_argument arguments[3];
    uint32_t count;
    htn_planner_plan(made.planner, &found);
    const int32_t *values = found.values + found.steps[0].arguments;
    fixture_set(&made.world, "Gold", 40);
    assert_int_equal(htn_operator_arguments(&made.world, found.steps[0].task, values, NULL, NULL, arguments, 2, &count),
                     HTN_TOO_SMALL);
    assert_int_equal(count, 3);
    assert_int_equal(htn_operator_arguments(&made.world, found.steps[0].task, values, NULL, NULL, arguments, 3, &count),
                     HTN_OK);
    assert_int_equal(arguments[0].value, 43);
    assert_string_equal(htn_value_name(&made.domain, arguments[1].type, arguments[1].value), "Bridge");
    assert_string_equal(arguments[2].text, "coin");
    assert_int_equal(arguments[2].type, HTN_NONE);
    fixture_tear_down(&made);
}

static void a_step_leads_to_its_operator(void **state)
{
    (void)state;
    static const char text[] = "World State [ A : bool ]\n"
                               "Compound Task [Root] Method [true] Subtasks [GoHome(), Mark(), GoAway()]\n"
                               "Primitive Task [GoHome] Operator [Go(\"home\")]\n"
                               "Primitive Task [Mark] Effects [A = true]\n"
                               "Primitive Task [GoAway] Operator [Go(\"away\")]\n";
    fixture made;
    fixture_start(&made, text, NULL);
    const htn_domain *domain = &made.domain;
    const uint32_t go = htn_operator_find(domain, "Go");
    assert_int_not_equal(go, HTN_NONE);
    assert_string_equal(htn_operator_name(domain, go), "Go");
    assert_int_equal(htn_task_operator(domain, htn_task_find(domain, "GoHome")), go);
    assert_int_equal(htn_task_operator(domain, htn_task_find(domain, "GoAway")), go);
    assert_int_equal(htn_task_operator(domain, htn_task_find(domain, "Mark")), HTN_NONE);
    assert_int_equal(htn_task_operator(domain, htn_task_find(domain, "Root")), HTN_NONE);
    assert_int_equal(htn_task_operator(domain, 999), HTN_NONE);
    assert_int_equal(htn_task_operator(NULL, 0), HTN_NONE);
    assert_int_equal(htn_operator_find(domain, "GoHome"), HTN_NONE);
    assert_int_equal(htn_operator_find(domain, NULL), HTN_NONE);
    assert_string_equal(htn_operator_name(domain, HTN_NONE), "");
    assert_string_equal(htn_operator_name(NULL, 0), "");
    assert_int_equal(HTN_MAX_ARGUMENTS, HTN_MAX_STACK);
    fixture_tear_down(&made);
}

static void what_a_domain_declares_is_found_by_name(void **state)
{
    (void)state;
    static const char text[] = "World State [ A : bool ]\n"
                               "Sensor [Ears] Updates [A] Every [250ms]\n"
                               "Sensor [Eyes] Updates [A] Every [250ms]\n"
                               "Compound Task [Root] Method [A] Subtasks [Go()]\n"
                               "Primitive Task [Go] Operator [Eyes]\n";
    fixture made;
    fixture_start(&made, text, NULL);
    const htn_domain *domain = &made.domain;
    const uint32_t eyes = htn_sensor_find(domain, "Eyes");
    assert_int_not_equal(eyes, htn_sensor_find(domain, "Ears"));
    assert_string_equal(htn_domain_text(domain, HTN_SECTION_STRINGS,
                                        htn_domain_field(domain, HTN_SECTION_SENSORS, eyes, HTN_SENSORS_NAME)),
                        "Eyes");
    assert_int_equal(htn_sensor_find(domain, "Go"), HTN_NONE);
    assert_int_equal(htn_sensor_find(domain, NULL), HTN_NONE);
    assert_int_equal(htn_sensor_find(NULL, "Eyes"), HTN_NONE);
    assert_int_equal(htn_property_find(domain, "A"), 0);
    assert_int_equal(htn_property_find(domain, "Eyes"), HTN_NONE);
    assert_int_equal(htn_task_find(domain, "Eyes"), HTN_NONE);
    fixture_tear_down(&made);
}

/* Those that wait lie at the far end of the trail, with room kept for the change that each will be. */
static void writes_that_wait_never_lie_over_the_trail(void **state)
{
    static const char source[] = "Entities [Beast] Values [A, B, C, D, E, F, G, H]\n"
                                 "World State [ Near(Beast) : 0..9 ]\n"
                                 "Compound Task [Be] Method [] Subtasks [Come(), See()]\n"
                                 "Primitive Task [Come] Effects [Near(b) += 1 for b : Beast]\n"
                                 "Primitive Task [See] Preconditions [every (b : Beast : Near(b) == 1)]\n";
    enum { WRITES = 8, WORDS = 3 };
    (void)state;
    for (uint32_t room = 1; room < 2 * WORDS * WRITES; room++) {
        const htn_limits limits = {.trail = room};
        fixture with;
        fixture_start(&with, source, &limits);
        const char *expected = room < WORDS * WRITES ? htn_status_text(HTN_FULL_TRAIL) : "Come() See() MTR [0]";
        assert_string_equal(fixture_find(&with, NULL), expected);
        fixture_tear_down(&with);
    }
}

/* Truths that are no conditions: taken from one another, written and handed on. */
static void truths_are_values(void **state)
{
    (void)state;
    for (int32_t row = 0; row < 4; row++) {
        const int32_t a = row / 2, b = row % 2;
        char expected[64];
        fixture made;
        fixture_start(
            &made,
            "World State [ A : bool, B : bool, Not : bool, And : bool, Or : bool, Neither : bool ]\n"
            "Compound Task [T] Method [true] Subtasks [Weigh(), Say(Not, And, Or, Neither)]\n"
            "Primitive Task [Weigh] Effects [Not = not A, And = A and B, Or = A or B, Neither = not (A or B)]\n"
            "Primitive Task [Say(n : bool, a : bool, o : bool, x : bool)] Operator [Say(n, a, o, x)]\n",
            NULL);
        fixture_set(&made.world, "A", a);
        fixture_set(&made.world, "B", b);
        snprintf(expected, sizeof expected, "Weigh() Say(%d, %d, %d, %d) MTR [0]", !a, a && b, a || b, !(a || b));
        assert_string_equal(fixture_find(&made, NULL), expected);
        fixture_tear_down(&made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_carries_its_cost_and_duration),
        cmocka_unit_test(planning_leaves_the_world_alone_and_follows_its_changes),
        cmocka_unit_test(a_world_made_anew_in_the_same_memory_is_noticed),
        cmocka_unit_test(a_world_made_anew_is_noticed_behind_another_planner),
        cmocka_unit_test(any_number_of_planners_copy_only_what_has_changed),
        cmocka_unit_test(many_planners_share_one_world),
        cmocka_unit_test(a_loop_is_seen_behind_changes_that_were_undone),
        cmocka_unit_test(a_recursion_that_changes_something_is_no_loop),
        cmocka_unit_test(a_recursion_that_changes_nothing_is_a_loop),
        cmocka_unit_test(another_task_in_the_same_world_is_no_loop),
        cmocka_unit_test(worlds_of_one_hash_are_told_apart),
        cmocka_unit_test(methods_behind_the_running_one_are_no_better),
        cmocka_unit_test(a_method_that_is_kept_keeps_whom_it_is_about),
        cmocka_unit_test(a_step_for_nobody_holds),
        cmocka_unit_test(a_last_method_behind_the_running_one_is_no_better),
        cmocka_unit_test(limits_fail_branches_and_are_told_apart_from_no_plan),
        cmocka_unit_test(a_cut_needs_no_work),
        cmocka_unit_test(a_cut_behind_a_choice_needs_no_work),
        cmocka_unit_test(a_region_that_runs_out_is_named),
        cmocka_unit_test(a_budget_of_one_comes_to_the_same_plan),
        cmocka_unit_test(a_block_that_was_moved_goes_on),
        cmocka_unit_test(a_running_plan_yields_only_to_higher_priority),
        cmocka_unit_test(a_replan_is_known_only_as_long_as_all_that_it_read_is_the_same),
        cmocka_unit_test(misuse_is_refused),
        cmocka_unit_test(operator_arguments_are_evaluated_in_the_world_as_it_is),
        cmocka_unit_test(a_step_leads_to_its_operator),
        cmocka_unit_test(what_a_domain_declares_is_found_by_name),
        cmocka_unit_test(truths_are_values),
        cmocka_unit_test(writes_that_wait_never_lie_over_the_trail),
    };
    return cmocka_run_group_tests_name("planner", tests, NULL, NULL);
}
