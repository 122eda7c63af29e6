/*
 * Saves of agents, and hot reload, through the front door: stories that are broken off and gone on with, over the same domain or over another
 * build of it. That nothing is lost over the same one is what tests/differential/test_saving.c is about; what becomes of
 * damaged saves, test_save_damage.c.
 */
#include "agent_story.h"
#include "hostile_save.h"

static htn_load_report report;

static const htn_agent_options plain = {0};

/* A story of its own over this text, to which the first one's agent is carried over by a reload. */
static story *reload_with(story *told, const char *text, htn_agent_options options)
{
    return go_on_in(told, text, options, &report);
}

static story *reload(story *told, const char *text)
{
    return reload_with(told, text, plain);
}

/* --- Over the same domain ----------------------------------------------------------------------- */

static const char porter[] = "World State [ Load : 0..9, AtDoor : bool, Quiet : bool ]\n"
                             "Compound Task [Live]\n"
                             "  Method [Load < 3] Subtasks [Go(\"door\"), Fetch(Load), Rest()]\n"
                             "Primitive Task [Go(place : symbol)] Operator [Go(place)] Effects [AtDoor = true]\n"
                             "Primitive Task [Fetch(n : 0..9)]\n"
                             "  Preconditions [AtDoor] Operator [Fetch(n)] During [Quiet = true] Effects [Load += 1]\n"
                             "Primitive Task [Rest] Operator [Rest()]\n";

STORY(a_step_in_progress_is_resumed_with_its_arguments)
{
    begin(told, porter);
    expect(told, "+Go(door)");
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Fetch(0)");
    assert_world(told, "Quiet", 1);
    story *next = reload(told, porter);
    assert_true(report.exact);
    assert_int_equal(report.plans_kept, 1);
    expect_now(next, "^Fetch(0)");
    assert_world(next, "Quiet", 1);
    expect(next, "");
    expect_after(next, "Fetch", HTN_SUCCEEDED, "=Fetch +Rest");
    assert_world(next, "Quiet", 0);
    assert_world(next, "Load", 1);
    finish_both(next, told);
}

static const char walker[] = "World State [ Alarm : bool ]\n"
                             "Compound Task [Live]\n"
                             "  Method [Alarm] Subtasks [Run()]\n"
                             "  Method [true] Subtasks [Walk()]\n"
                             "Primitive Task [Walk] Operator [Walk()]\n"
                             "Primitive Task [Run] Operator [Run()]\n";

static void begin_slow_abort(story *told)
{
    begin(told, walker);
    told->acts[htn_operator_find(&told->domain, "Walk")].slow_abort = 3;
    expect(told, "+Walk");
    set(told, "Alarm", 1);
    expect(told, "-Walk");
}

STORY(an_abort_that_takes_time_goes_on_after_a_load)
{
    begin_slow_abort(told);
    expect(told, "");
    story *next = reload(told, walker);
    memcpy(next->acts, told->acts, sizeof next->acts);
    expect_now(next, "^Walk");
    expect(next, "");
    expect(next, "~Walk +Run");
    finish_both(next, told);
}

static void count_senses(story *told, uint32_t sensor)
{
    (void)sensor;
    told->begun++;
}

STORY(sensors_are_due_when_they_would_have_been)
{
    static const char text[] = "World State [ Seen : bool ]\n"
                               "Sensor [Eyes] Updates [Seen] Every [300ms]\n"
                               "Compound Task [Live] Method [Seen] Subtasks [Look()]\n"
                               "Primitive Task [Look] Operator [Look()]\n";
    begin(told, text);
    told->sense = count_senses;
    for (int tick = 0; tick < 11; tick++)
        expect(told, "");
    story *next = reload(told, text);
    next->sense = count_senses;
    for (int tick = 0; tick < 11; tick++) {
        expect(told, "");
        expect(next, "");
        assert_int_equal(told->begun, next->begun);
    }
    assert_true(told->begun >= 7);
    next->begun = 0;
    finish_both(next, told);
}

STORY(a_search_under_way_begins_anew)
{
    static const htn_agent_options little = {.budget = 1};
    begin_with(told, porter, little);
    expect(told, "");
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_SUSPENDED);
    story *next = reload_with(told, porter, little);
    assert_int_equal(htn_agent_result(next->agent, 0), HTN_SUSPENDED);
    for (int tick = 0; htn_agent_result(next->agent, 0) == HTN_SUSPENDED && tick < 9; tick++)
        assert_int_equal(htn_agent_tick(next->agent, TICK), HTN_OK);
    expect(next, told->polled ? "+Go(door)" : "+Go(door)");
    finish_both(next, told);
}

/* The game says that answers have changed, and saves before the tick in which the plan would be checked. */
STORY(answers_that_have_changed_are_asked_again_after_a_load)
{
    static const char careful[] = "Query [Near(n : 0..3) : 0..9]\n"
                                  "Compound Task [Live] Method [true] Subtasks [Walk(), Rest()]\n"
                                  "Primitive Task [Walk] Operator [Walk()]\n"
                                  "Primitive Task [Rest] Preconditions [Near(1) > 0] Operator [Rest()]\n";
    begin(told, careful);
    expect(told, "+Walk");
    expect(told, "");
    assert_int_equal(htn_agent_answers_changed(told->agent), HTN_OK);
    story *next = reload(told, careful);
    assert_true(report.exact);
    next->blocked = true;
    expect(next, "^Walk -Walk");
    expect(next, "~Walk");
    finish_both(next, told);
}

/* A back-off that has ended because of cells: it goes on where they are again what they were when the plan failed. */
static const char stubborn[] = "Entities [Wolf] Max [3]\n"
                               "World State [ X : 0..9 = 3, Deep : -70000..70000, Seen(Wolf) : bool ]\n"
                               "Compound Task [Live]\n"
                               "  Method [X == 5] Subtasks [Try()]\n"
                               "  Method [Deep < 60000, not exists(w : Wolf where Seen(w))] Subtasks [Try()]\n"
                               "Primitive Task [Try] Operator [Try()]\n";
static const htn_agent_options waiting = {.back_off_ms = 10 * TICK_MS};

static void fail_twice(story *told)
{
    begin_with(told, stubborn, waiting);
    expect(told, "+Try");
    expect_after(told, "Try", HTN_FAILED, "!Try +Try");
    expect_after(told, "Try", HTN_FAILED, "!Try");
}

STORY(a_back_off_goes_on_where_all_is_again_as_it_was_before_the_save)
{
    fail_twice(told);
    set(told, "X", 4);
    set(told, "Deep", -65000);
    story *next = reload_with(told, stubborn, waiting);
    assert_true(report.exact);
    set(next, "X", 3);
    set(next, "Deep", 0);
    expect(next, "");
    set(next, "Deep", 1);
    expect(next, "+Try");
    finish_both(next, told);
}

STORY(a_back_off_ends_after_a_load_if_something_is_still_other)
{
    fail_twice(told);
    set(told, "X", 4);
    set(told, "Deep", -65000);
    story *next = reload_with(told, stubborn, waiting);
    set(next, "X", 3);
    expect(next, "+Try");
    finish_both(next, told);
}

STORY(a_back_off_goes_on_if_an_instance_was_there_for_the_save_alone)
{
    int32_t wolf;
    fail_twice(told);
    const uint32_t type = htn_type_find(&told->domain, "Wolf");
    assert_int_equal(htn_world_spawn(htn_agent_world(told->agent), type, &wolf), HTN_OK);
    story *next = reload_with(told, stubborn, waiting);
    assert_int_equal(htn_world_despawn(htn_agent_world(next->agent), type, wolf), HTN_OK);
    expect(next, "");
    finish_both(next, told);
}

STORY(a_game_that_has_asked_before_the_save_is_answered_whatever_a_back_off_waits_for)
{
    fail_twice(told);
    set(told, "X", 4);
    assert_int_equal(htn_agent_ask(told->agent, 0), HTN_OK);
    story *next = reload_with(told, stubborn, waiting);
    set(next, "X", 3);
    expect(next, "+Try");
    finish_both(next, told);
}

/* Each byte of a save that says what a back-off has waited for becomes others. What is accepted is saved, and that is loaded. */
static void damage_to_what_a_back_off_has_waited_for_is_refused_or_harmless(void **state)
{
    story told = {0};
    htn_agent_options options = waiting;
    size_t size, again_size;
    uint32_t accepted = 0;
    (void)state;
    fail_twice(&told);
    set(&told, "X", 4);
    set(&told, "Deep", -65000);
    options.user = &told;
    const size_t bytes = htn_agent_bytes(told.agent_class, &options);
    uint8_t *save = save_of(&told, &size);
    void *memory = malloc(bytes);
    for (size_t at = 24; at < size; at++)
        for (uint32_t bit = 0; bit < 8; bit++) {
            uint8_t *hostile = fixture_copy(save, size);
            story other = told;
            hostile[at] ^= (uint8_t)(1u << bit);
            seal_save(hostile, size);
            assert_int_equal(htn_agent_init(&other.agent, told.agent_class, &options, memory, bytes), HTN_OK);
            if (htn_agent_load(other.agent, hostile, size, &report) == HTN_OK) {
                uint8_t *again = save_of(&other, &again_size);
                assert_int_equal(htn_agent_init(&other.agent, told.agent_class, &options, memory, bytes), HTN_OK);
                assert_int_equal(htn_agent_load(other.agent, again, again_size, &report), HTN_OK);
                free(again);
                accepted++;
            }
            free(hostile);
        }
    assert_true(accepted > 0);
    free(memory);
    free(save);
    finish(&told);
}

/* The story's save goes on for a tick in an agent whose Walk has no functions: this task is in progress then. */
static void assert_next_in_silence(story *told, const char *task)
{
    static const htn_operator_binding silent = {.name = "Walk"};
    static const htn_bindings bindings = {.operators = &silent, .operator_count = 1};
    htn_agent_class *agent_class;
    htn_agent *agent;
    htn_activity activity;
    size_t size;
    uint8_t *save = save_of(told, &size);
    const size_t class_bytes = htn_agent_class_bytes(&told->domain);
    void *class_memory = malloc(class_bytes);
    assert_int_equal(htn_agent_class_init(&agent_class, &told->domain, &bindings, class_memory, class_bytes, NULL),
                     HTN_OK);
    const size_t bytes = htn_agent_bytes(agent_class, NULL);
    void *memory = malloc(bytes);
    assert_int_equal(htn_agent_init(&agent, agent_class, NULL, memory, bytes), HTN_OK);
    assert_int_equal(htn_agent_load(agent, save, size, &report), HTN_OK);
    assert_int_equal(htn_agent_tick(agent, TICK), HTN_OK);
    assert_true(htn_agent_activity(agent, 0, 0, &activity));
    assert_string_equal(htn_task_name(&told->domain, activity.task), task);
    free(memory);
    free(class_memory);
    free(save);
    finish(told);
}

static void an_abort_that_nobody_can_be_asked_about_has_ended(void **state)
{
    story told = {.polled = true};
    (void)state;
    begin_slow_abort(&told);
    assert_next_in_silence(&told, "Run");
    told.polled = true;
    begin(&told, "World State [ Tired : bool ]\n"
                 "Compound Task [Live] Method [not Tired] Subtasks [Walk()] Method [true] Subtasks [Rest()]\n"
                 "Primitive Task [Walk] Operator [Walk()] Timeout [50ms] FailEffects [Tired = true]\n"
                 "Primitive Task [Rest] Operator [Rest()]\n");
    told.acts[htn_operator_find(&told.domain, "Walk")].slow_abort = 3;
    expect(&told, "+Walk");
    expect(&told, "-Walk"); /* its time is over */
    assert_next_in_silence(&told, "Rest");
}

static const char singer[] = "World State [ Go : bool = true ]\nRoot [Legs]\nRoot [Mouth]\n"
                             "Compound Task [Legs] Method [Go] Subtasks [Walk()]\n"
                             "Compound Task [Mouth] Method [true] Subtasks [Sing()]\n"
                             "Primitive Task [Walk] Operator [Walk()]\n"
                             "Primitive Task [Sing] Operator [Sing()]\n";

static void news_that_has_not_been_read_is_told_in_its_order(void **state)
{
    story told = {.polled = true};
    (void)state;
    begin(&told, singer);
    set(&told, "Go", 0);
    assert_int_equal(htn_agent_tick(told.agent, TICK), HTN_OK);
    set(&told, "Go", 1);
    assert_int_equal(htn_agent_tick(told.agent, TICK), HTN_OK);
    story *next = reload(&told, singer);
    expect_now(next, "+Sing +Walk ^Walk ^Sing");
    finish_both(next, &told);
}

static void a_report_that_no_tick_has_taken_up_still_counts(void **state)
{
    story told = {.polled = true};
    htn_activity activity;
    (void)state;
    begin(&told, porter);
    expect(&told, "+Go(door)");
    assert_true(htn_agent_activity(told.agent, 0, 0, &activity));
    assert_int_equal(htn_agent_report(told.agent, activity.id, HTN_SUCCEEDED), HTN_OK);
    story *next = reload(&told, porter);
    assert_int_equal(htn_agent_tick(next->agent, TICK), HTN_OK);
    assert_world(next, "AtDoor", 1);
    next->ended++;
    expect_now(next, "+Fetch(0)");
    finish_both(next, &told);
}

static void the_layer_that_had_too_little_still_has_its_turn_first(void **state)
{
    story told = {0};
    uint32_t nothing = 0, little = 2;
    htn_plan plan;
    (void)state;
    begin(&told, singer);
    assert_int_equal(htn_agent_tick_within(told.agent, TICK, &nothing), HTN_OK);
    story *next = reload(&told, singer);
    assert_int_equal(htn_agent_tick_within(next->agent, TICK, &little), HTN_OK);
    assert_false(htn_agent_plan(next->agent, 0, &plan, NULL));
    assert_true(htn_agent_plan(next->agent, 1, &plan, NULL));
    finish_both(next, &told);
}

/* Values and instances that are shared: what the group says of them stays. By itself the agent has them from the save. */
static void a_members_world_is_loaded_without_what_is_shared(void **state)
{
    story told = {0};
    uint8_t save[1024];
    size_t used;
    int32_t thief, cart;
    (void)state;
    begin(&told, "Entities [Thief] Max [3]\nEntities [Cart] Max [2]\n"
                 "Shared World State [ Alarm : 0..9, Seen(Thief) : bool ]\n"
                 "World State [ Own : 0..9, Full(Cart) : bool ]\n"
                 "Compound Task [Live] Method [Alarm > 3, Own > 0] Subtasks [Run()]\n"
                 "Primitive Task [Run] Operator [Run()]\n");
    const uint32_t thieves = htn_type_find(&told.domain, "Thief"), carts = htn_type_find(&told.domain, "Cart");
    htn_world from = fixture_world(&told.domain), *world = htn_agent_world(told.agent);
    fixture_set(&from, "Alarm", 1);
    fixture_set(&from, "Own", 2);
    assert_int_equal(htn_world_spawn(&from, thieves, &thief), HTN_OK);
    assert_int_equal(htn_world_spawn(&from, carts, &cart), HTN_OK);
    assert_int_equal(htn_world_save(&from, save, sizeof save, &used), HTN_OK);
    htn_group *group = fixture_group(&told.domain, HTN_GROUP_AT_ONCE, 1);
    assert_int_equal(htn_agent_join(told.agent, group), HTN_OK);
    fixture_set(htn_group_world(group), "Alarm", 4);
    for (int grouped = 1; grouped >= 0; grouped--) {
        expect(&told, "");
        assert_int_equal(htn_world_load(world, save, used, &report), HTN_OK);
        assert_world(&told, "Own", 2);
        assert_true(htn_world_exists(world, carts, cart));
        assert_world(&told, "Alarm", grouped ? 4 : 1);
        assert_true(htn_world_exists(world, thieves, thief) != grouped);
        set(&told, "Own", 0);
        assert_int_equal(htn_agent_join(told.agent, NULL), HTN_OK);
    }
    finish(&told);
    free(group);
    free(from.bytes);
}

static void a_group_is_saved_as_a_world_and_joined_again(void **state)
{
    static const char text[] = "Shared World State [ Alarm : 0..9 ]\n"
                               "World State [ Own : 0..9 ]\n"
                               "Compound Task [Live] Method [Alarm > 3] Subtasks [Run()]\n"
                               "Primitive Task [Run] Operator [Run()]\n";
    story told = {0};
    (void)state;
    begin(&told, text);
    htn_group *group = fixture_group(&told.domain, HTN_GROUP_AT_ONCE, 1),
              *next_group = fixture_group(&told.domain, HTN_GROUP_AT_ONCE, 1);
    htn_world *home = htn_group_world(group), *other = htn_group_world(next_group);
    uint8_t save[1024];
    size_t used;
    assert_int_equal(htn_agent_join(told.agent, group), HTN_OK);
    fixture_set(home, "Alarm", 4);
    expect(&told, "+Run");
    assert_int_equal(htn_world_save(home, save, sizeof save, &used), HTN_OK);
    assert_int_equal(used, htn_world_save_bytes(home));
    assert_int_equal(htn_world_load(other, save, used, &report), HTN_OK);
    assert_memory_equal(home->bytes, other->bytes, htn_world_bytes(&told.domain));
    uint8_t *whole = save_of(&told, &used); /* an agent's save has its world, too */
    fixture_set(other, "Alarm", 0);
    assert_int_equal(htn_world_load(other, whole, used, &report), HTN_OK);
    assert_int_equal(htn_world_get(other, htn_property_find(&told.domain, "Alarm")), 4);
    free(whole);
    story *next = reload(&told, text);
    assert_int_equal(htn_agent_join(next->agent, next_group), HTN_OK);
    expect(next, "^Run");
    finish_both(next, &told);
    free(group);
    free(next_group);
}

/* --- Over another build: the world -------------------------------------------------------------- */

#define LIVE                                                 \
    "Compound Task [Live] Method [true] Subtasks [Wait()]\n" \
    "Primitive Task [Wait] Operator [Wait()]\n"

static void properties_are_carried_over_by_name(void **state)
{
    story told = {0};
    (void)state;
    begin(&told, "World State [ Gone : bool, Ammo : 0..99, Level : int, Flag : bool, Same : -5..5 ]\n" LIVE);
    set(&told, "Gone", 1);
    set(&told, "Ammo", 80);
    set(&told, "Level", -70000);
    set(&told, "Flag", 1);
    set(&told, "Same", -3);
    story *next = reload(
        &told, "World State [ Same : -5..5 = 2, New : 0..9 = 7, Level : int, Ammo : 0..50, Flag : 0..9 ]\n" LIVE);
    assert_world(next, "Same", -3);
    assert_world(next, "New", 7);
    assert_world(next, "Level", -70000);
    assert_world(next, "Ammo", 50);
    assert_world(next, "Flag", 0);
    assert_false(report.exact);
    assert_int_equal(report.properties_lost, 2); /* Gone, and Flag, which is a number now */
    assert_int_equal(report.values_changed, 1);
    finish_both(next, &told);
}

static void an_enums_values_are_carried_over_by_name(void **state)
{
    story told = {0};
    (void)state;
    begin(&told, "Enum [Range] Values [Near, Far, Away]\nWorld State [ A : Range, B : Range, C(Range) : 0..9 ]\n" LIVE);
    htn_world *world = htn_agent_world(told.agent);
    const htn_property table = htn_property_find(&told.domain, "C");
    set(&told, "A", 1);
    set(&told, "B", 2);
    for (int32_t i = 0; i < 3; i++)
        assert_int_equal(htn_world_set_at(world, table, &i, 1, i + 1), HTN_OK);
    story *next = reload(&told, "Enum [Distance] Values [Beside, Far, Near]\n"
                                "World State [ A : Distance, B : Distance, C(Distance) : 0..9 ]\n" LIVE);
    const int32_t far = 1, near = 2, beside = 0;
    const htn_property now = htn_property_find(&next->domain, "C");
    assert_world(next, "A", 1);
    assert_world(next, "B", 0); /* `Away` is gone: as a new agent has it */
    assert_int_equal(htn_world_get_at(htn_agent_world(next->agent), now, &near, 1), 1);
    assert_int_equal(htn_world_get_at(htn_agent_world(next->agent), now, &far, 1), 2);
    assert_int_equal(htn_world_get_at(htn_agent_world(next->agent), now, &beside, 1), 0);
    assert_int_equal(report.values_changed, 1);
    finish_both(next, &told);
}

static void instances_are_carried_over_by_their_type_and_place(void **state)
{
    story told = {0};
    int32_t orc, elf, other;
    (void)state;
    begin(&told, "Entities [Enemy] Max [2]\nEntities [Orc : Enemy] Max [2]\nEntities [Elf : Enemy] Max [3]\n"
                 "World State [ Target : Enemy, Health(Enemy) : 0..99, Rival(Elf) : Orc ]\n" LIVE);
    htn_world *world = htn_agent_world(told.agent);
    assert_int_equal(htn_world_spawn(world, htn_type_find(&told.domain, "Orc"), &orc), HTN_OK);
    assert_int_equal(htn_world_despawn(world, htn_type_find(&told.domain, "Orc"), orc), HTN_OK);
    assert_int_equal(htn_world_spawn(world, htn_type_find(&told.domain, "Orc"), &orc), HTN_OK);
    assert_int_equal(htn_world_spawn(world, htn_type_find(&told.domain, "Elf"), &elf), HTN_OK);
    assert_int_equal(htn_world_spawn(world, htn_type_find(&told.domain, "Elf"), &other), HTN_OK);
    const htn_property health = htn_property_find(&told.domain, "Health");
    const htn_property rival = htn_property_find(&told.domain, "Rival");
    assert_int_equal(htn_world_set_at(world, health, &orc, 1, 55), HTN_OK);
    assert_int_equal(htn_world_set_at(world, health, &elf, 1, 44), HTN_OK);
    assert_int_equal(htn_world_set_at(world, rival, &elf, 1, orc), HTN_OK);
    set(&told, "Target", elf);
    story *next =
        reload(&told, "Entities [Enemy] Max [5]\nEntities [Elf : Enemy] Max [1]\nEntities [Orc : Enemy] Max [4]\n"
                      "World State [ Rival(Elf) : Orc, Health(Enemy) : 0..99, Target : Enemy ]\n" LIVE);
    const htn_world *now = htn_agent_world(next->agent);
    const uint32_t orcs = htn_type_find(&next->domain, "Orc"), elves = htn_type_find(&next->domain, "Elf");
    const int32_t new_elf = 5, new_orc = 6;
    assert_true(htn_world_exists(now, elves, new_elf) && htn_world_exists(now, orcs, new_orc));
    assert_int_equal(htn_world_generation(now, orcs, new_orc), 2);
    assert_int_equal(report.instances_lost, 1); /* of the two elves one has no place any more */
    assert_world(next, "Target", new_elf);
    assert_int_equal(htn_world_get_at(now, htn_property_find(&next->domain, "Health"), &new_orc, 1), 55);
    assert_int_equal(htn_world_get_at(now, htn_property_find(&next->domain, "Health"), &new_elf, 1), 44);
    assert_int_equal(htn_world_get_at(now, htn_property_find(&next->domain, "Rival"), &new_elf, 1), new_orc);
    finish_both(next, &told);
}

/* --- Over another build: plans ------------------------------------------------------------------ */

#define TROLL_TASKS                                                                       \
    "Compound Task [Elsewhere] Method [Near] Subtasks [Walk(\"enemy\")]\n"                \
    "Primitive Task [Walk(to : symbol)] Operator [Walk(to)] Effects [Near = true]\n"      \
    "Primitive Task [Slam] Preconditions [Near] Operator [Slam()] During [Loud = true]\n" \
    "Primitive Task [Rest] Operator [Rest()]\n"
#define TROLL_WORLD "World State [ Near : bool, Loud : bool, Alarm : bool ]\n"

static const char troll[] = TROLL_WORLD "Compound Task [Live]\n"
                                        "  Method [true] Subtasks [Walk(\"enemy\"), Slam(), Rest()]\n" TROLL_TASKS;

STORY(a_plan_that_is_found_anew_goes_on_and_has_its_record_again)
{
    begin(told, troll);
    expect(told, "+Walk(enemy)");
    story *next = reload(told, TROLL_WORLD "Compound Task [Live]\n"
                                           "  Method [Alarm] Subtasks [Rest()]\n"
                                           "  Method [true] Subtasks [Walk(\"enemy\"), Slam(), Rest()]\n" TROLL_TASKS);
    assert_int_equal(report.plans_kept, 1);
    expect_now(next, "^Walk(enemy)");
    htn_plan plan;
    assert_true(htn_agent_plan(next->agent, 0, &plan, NULL));
    assert_int_equal(plan.record_count, 0);
    expect(next, "");
    assert_true(htn_agent_plan(next->agent, 0, &plan, NULL));
    assert_int_equal(plan.record_count, 1);
    assert_int_equal(plan.record[0], 1);
    expect_after(next, "Walk", HTN_SUCCEEDED, "=Walk +Slam");
    set(next, "Alarm", 1);
    expect(next, "-Slam");
    expect(next, "~Slam +Rest");
    set(next, "Alarm", 0); /* nothing is better than what runs, as ever */
    expect(next, "");
    finish_both(next, told);
}

STORY(a_kept_plan_yields_to_the_first_other_plan_from_the_root)
{
    begin(told, troll);
    expect(told, "+Walk(enemy)");
    story *next = reload(told, TROLL_WORLD "Compound Task [Live]\n"
                                           "  Method [true] Subtasks [Rest()]\n" TROLL_TASKS);
    assert_int_equal(report.plans_kept, 1);
    expect(next, "^Walk(enemy) -Walk");
    expect(next, "~Walk +Rest");
    finish_both(next, told);
}

STORY(of_a_kept_plan_what_is_left_may_be_found)
{
    begin(told, troll);
    expect(told, "+Walk(enemy)");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Slam");
    story *next = reload(told, TROLL_WORLD "Compound Task [Live]\n"
                                           "  Method [Near] Subtasks [Slam(), Rest()]\n"
                                           "  Method [true] Subtasks [Rest()]\n" TROLL_TASKS);
    expect(next, "^Slam");
    htn_plan plan;
    htn_activity activity;
    assert_true(htn_agent_plan(next->agent, 0, &plan, NULL));
    assert_int_equal(plan.step_count, 2);
    assert_true(htn_agent_activity(next->agent, 0, 0, &activity));
    assert_int_equal(activity.step, 0);
    assert_world(next, "Loud", 1);
    expect_after(next, "Slam", HTN_SUCCEEDED, "=Slam +Rest");
    assert_world(next, "Loud", 0);
    finish_both(next, told);
}

STORY(a_kept_plan_goes_on_where_nothing_else_is_found)
{
    begin(told, troll);
    expect(told, "+Walk(enemy)");
    story *next = reload(told, TROLL_WORLD "Compound Task [Live]\n"
                                           "  Method [Alarm] Subtasks [Rest()]\n" TROLL_TASKS);
    expect(next, "^Walk(enemy)");
    expect_after(next, "Walk", HTN_SUCCEEDED, "=Walk +Slam");
    set(next, "Alarm", 1);
    expect(next, "-Slam");
    expect(next, "~Slam +Rest");
    finish_both(next, told);
}

STORY(a_plan_that_does_not_hold_in_the_new_build_is_planned_anew)
{
    begin(told, troll);
    expect(told, "+Walk(enemy)");
    story *next =
        reload(told, TROLL_WORLD "Compound Task [Live]\n"
                                 "  Method [true] Subtasks [Walk(\"enemy\"), Slam()]\n"
                                 "  Method [true] Subtasks [Rest()]\n"
                                 "Primitive Task [Walk(to : symbol)] Operator [Walk(to)] Effects [Near = true]\n"
                                 "Primitive Task [Slam] Preconditions [Near, Alarm] Operator [Slam()]\n"
                                 "Primitive Task [Rest] Operator [Rest()]\n");
    assert_int_equal(report.plans_kept, 1);
    expect(next, "^Walk(enemy) -Walk");
    expect(next, "~Walk +Rest");
    finish_both(next, told);
}

STORY(a_plan_with_a_task_that_is_gone_is_dropped_and_its_step_aborted)
{
    begin(told, troll);
    expect(told, "+Walk(enemy)");
    story *next =
        reload(told, TROLL_WORLD "Compound Task [Live] Method [true] Subtasks [Walk(\"tree\"), Rest()]\n"
                                 "Primitive Task [Walk(to : symbol)] Operator [Walk(to)] Effects [Near = true]\n"
                                 "Primitive Task [Rest] Operator [Rest()]\n");
    assert_int_equal(report.plans_dropped, 1);
    assert_int_equal(report.steps_lost, 1); /* the text `enemy` is not in this build */
    expect_now(told, "-Walk");
    expect(next, "+Walk(tree)");
    next->begun--;
    finish_both(next, told);
}

STORY(a_step_of_a_plan_that_is_dropped_is_aborted_by_the_new_kind)
{
    begin(told, troll);
    expect(told, "+Walk(enemy)");
    story *next =
        reload(told, TROLL_WORLD
               "Compound Task [Live] Method [true] Subtasks [Rest()] Method [true] Subtasks [Walk(\"enemy\")]\n"
               "Primitive Task [Walk(to : symbol)] Operator [Walk(to)] Effects [Near = true]\n"
               "Primitive Task [Rest] Operator [Rest()]\n");
    assert_int_equal(report.plans_dropped, 1);
    assert_int_equal(report.steps_lost, 0);
    expect(next, "^Walk(enemy) -Walk");
    expect(next, "~Walk +Rest");
    finish_both(next, told);
}

/* It is saved once more before the tick that aborts it. */
STORY(a_step_of_a_plan_that_was_dropped_before_is_aborted_still)
{
    static const char other[] =
        TROLL_WORLD "Compound Task [Live] Method [true] Subtasks [Rest()] Method [true] Subtasks [Walk(\"enemy\")]\n"
                    "Primitive Task [Walk(to : symbol)] Operator [Walk(to)] Effects [Near = true]\n"
                    "Primitive Task [Rest] Operator [Rest()]\n";
    begin(told, troll);
    expect(told, "+Walk(enemy)");
    story *next = reload(told, other);
    assert_int_equal(report.plans_dropped, 1);
    expect_now(next, "^Walk(enemy)");
    story *last = reload(next, other);
    assert_int_equal(report.plans_dropped + report.plans_kept + report.steps_lost, 0);
    expect(last, "^Walk(enemy) -Walk");
    expect(last, "~Walk +Rest");
    finish(last);
    free(last);
    forget(next);
    free(next);
    forget(told);
}

STORY(a_step_whose_operator_is_another_one_now_is_aborted_by_the_old_kind)
{
    begin(told, troll);
    expect(told, "+Walk(enemy)");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Slam");
    story *next =
        reload(told, TROLL_WORLD "Compound Task [Live]\n"
                                 "  Method [true] Subtasks [Walk(\"enemy\"), Slam(), Rest()]\n"
                                 "Primitive Task [Walk(to : symbol)] Operator [Walk(to)] Effects [Near = true]\n"
                                 "Primitive Task [Slam] Preconditions [Near] Operator [Smash()]\n"
                                 "Primitive Task [Rest] Operator [Rest()]\n");
    expect_now(told, "-Slam");
    assert_int_equal(report.steps_lost, 1);
    assert_int_equal(report.plans_kept, 1);
    assert_world(next, "Loud", 0); /* what it had made true is over */
    expect(next, "+Slam");
    next->begun--;
    finish_both(next, told);
}

STORY(a_layer_that_is_gone_ends_its_steps)
{
    static const char two[] = "World State [ Loud : bool ]\n"
                              "Root [Legs]\nRoot [Mouth]\n"
                              "Compound Task [Legs] Method [true] Subtasks [Walk()]\n"
                              "Compound Task [Mouth] Method [true] Subtasks [Sing()]\n"
                              "Primitive Task [Walk] Operator [Walk()]\n"
                              "Primitive Task [Sing] Operator [Sing()] During [Loud = true]\n";
    begin(told, two);
    expect(told, "+Walk +Sing");
    story *next = reload(told, "World State [ Loud : bool ]\n"
                               "Root [Arms]\nRoot [Legs]\n"
                               "Compound Task [Arms] Method [Loud] Subtasks [Sing()]\n"
                               "Compound Task [Legs] Method [true] Subtasks [Walk()]\n"
                               "Primitive Task [Walk] Operator [Walk()]\n"
                               "Primitive Task [Sing] Operator [Sing()]\n");
    expect_now(told, "-Sing");
    assert_int_equal(report.plans_kept, 1);
    assert_int_equal(report.plans_dropped, 1);
    assert_int_equal(report.steps_lost, 1);
    assert_world(next, "Loud", 0);
    expect(next, "^Walk");
    next->begun--;
    finish_both(next, told);
}

/* What is left of a group has other numbers than it had. */
STORY(of_a_kept_group_what_is_left_may_be_found)
{
#define WORK(order)                                                                              \
    "World State [ Swept : bool, Go : bool = true ]\n"                                           \
    "Compound Task [Live] Method [Go] Subtasks [Parallel [Tidy(), Cook(), Wash()], Eat()]" order \
    "Compound Task [Tidy] Method [not Swept] Subtasks [Sweep()] Method [true] Subtasks []\n"     \
    "Primitive Task [Sweep] Operator [Sweep()] Effects [Swept = true]\n"                         \
    "Primitive Task [Cook] Operator [Cook()]\n"                                                  \
    "Primitive Task [Wash] Operator [Wash()]\n"                                                  \
    "Primitive Task [Eat] Operator [Eat()] Effects [Go = false]\n"
    begin(told, WORK("\n"));
    expect(told, "+Sweep +Cook +Wash");
    expect_after(told, "Sweep", HTN_SUCCEEDED, "=Sweep");
    story *next = reload(told, WORK(" Method [Swept] Subtasks [Cook()]\n"));
    assert_int_equal(report.plans_kept, 1);
    expect(next, "^Cook ^Wash");
    htn_plan plan;
    assert_true(htn_agent_plan(next->agent, 0, &plan, NULL));
    assert_int_equal(plan.step_count, 3);
    expect_after(next, "Wash", HTN_SUCCEEDED, "=Wash");
    expect_after(next, "Cook", HTN_SUCCEEDED, "=Cook +Eat");
    finish_both(next, told);
}

STORY(members_of_a_group_go_on_side_by_side)
{
#define CHOIR(condition)                                                                       \
    "World State [ A : bool, B : bool ]\n"                                                     \
    "Compound Task [Live] Method [" condition "] Subtasks [Parallel [Hum(), Clap()], Bow()]\n" \
    "Compound Task [Hum] Method [true] While [not B] Subtasks [HumLow(), HumHigh()]\n"         \
    "Primitive Task [HumLow] Operator [HumLow()]\n"                                            \
    "Primitive Task [HumHigh] Operator [HumHigh()]\n"                                          \
    "Primitive Task [Clap] Operator [Clap()]\n"                                                \
    "Primitive Task [Bow] Operator [Bow()]\n"
    begin(told, CHOIR("not A"));
    expect(told, "+HumLow +Clap");
    story *next = reload(told, CHOIR("A"));
    assert_false(report.exact);
    assert_int_equal(report.plans_kept, 1);
    expect(next, "^HumLow ^Clap");
    expect_after(next, "HumLow", HTN_SUCCEEDED, "=HumLow +HumHigh");
    expect_after(next, "HumHigh", HTN_SUCCEEDED, "=HumHigh");
    expect_after(next, "Clap", HTN_SUCCEEDED, "=Clap +Bow");
    finish_both(next, told);
}

STORY(what_was_to_come_behind_a_split_is_not_known_in_the_new_build)
{
#define PATROL(more)                                                                         \
    "World State [ A : bool ]\n"                                                             \
    "Compound Task [Live] " more " Method [true] Subtasks [Walk(), Split, Look(), Walk()]\n" \
    "Primitive Task [Walk] Operator [Walk()]\n"                                              \
    "Primitive Task [Look] Operator [Look()]\n"
    begin(told, PATROL(""));
    expect(told, "+Walk");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Look");
    story *next = reload(told, PATROL("Method [A] Subtasks [Look()]"));
    expect(next, "^Look -Look"); /* from the root, it is Walk */
    expect(next, "~Look +Walk");
    expect_after(next, "Walk", HTN_SUCCEEDED, "=Walk +Look");
    finish_both(next, told);
}

STORY(a_kept_plan_can_be_saved_and_kept_once_more)
{
    begin(told, PATROL(""));
    expect(told, "+Walk");
    story *next = reload(told, PATROL("Method [A] Subtasks [Look()]"));
    expect_now(next, "^Walk");
    story *last = reload(next, PATROL("Method [A] Subtasks [Walk()]"));
    htn_plan plan;
    assert_int_equal(report.plans_kept, 1);
    assert_true(htn_agent_plan(last->agent, 0, &plan, NULL));
    assert_int_equal(plan.partial, HTN_PARTIAL_NOT);
    expect(last, "^Walk");
    assert_true(htn_agent_plan(last->agent, 0, &plan, NULL));
    assert_int_equal(plan.partial, HTN_PARTIAL_SPLIT); /* taken up */
    expect_after(last, "Walk", HTN_SUCCEEDED, "=Walk +Look");
    finish(last);
    free(last);
    forget(next);
    free(next);
    forget(told);
}

STORY(a_kept_plan_that_is_saved_has_no_record_still)
{
    begin(told, PATROL(""));
    expect(told, "+Walk");
    story *next = reload(told, PATROL("Method [A] Subtasks [Look()]"));
    expect_now(next, "^Walk");
    story *last = reload(next, PATROL("Method [A] Subtasks [Look()]"));
    htn_plan plan;
    assert_true(report.exact);
    expect(last, "^Walk");
    assert_true(htn_agent_plan(last->agent, 0, &plan, NULL));
    assert_int_equal(plan.record_count, 1);
    finish(last);
    free(last);
    forget(next);
    free(next);
    forget(told);
}

STORY(a_kept_plan_knows_which_instance_it_was_made_for)
{
#define HUNT(more)                                                              \
    "Entities [Prey] Max [2]\nWorld State [ A : bool ]\n"                       \
    "Compound Task [Live] " more " Method [any p : Prey] Subtasks [Chase(p)]\n" \
    "Primitive Task [Chase(p : Prey)] Operator [Chase(p)]\n"
    int32_t prey;
    begin(told, HUNT(""));
    htn_world *world = htn_agent_world(told->agent);
    const uint32_t type = htn_type_find(&told->domain, "Prey");
    assert_int_equal(htn_world_spawn(world, type, &prey), HTN_OK);
    expect(told, "+Chase(0)");
    assert_int_equal(htn_world_despawn(world, type, prey), HTN_OK);
    assert_int_equal(htn_world_spawn(world, type, &prey), HTN_OK);
    story *next = reload(told, HUNT("Method [A] Subtasks []"));
    expect(next, "^Chase(-1) -Chase");
    expect(next, "~Chase +Chase(0)");
    finish_both(next, told);
}

STORY(a_new_build_is_tried_at_once_whatever_the_back_off)
{
    static const htn_agent_options patient = {.back_off_ms = 60000};
    begin_with(told, PATROL(""), patient);
    expect(told, "+Walk");
    expect_after(told, "Walk", HTN_FAILED, "!Walk +Walk");
    expect_after(told, "Walk", HTN_FAILED, "!Walk");
    expect(told, "");
    story *next = reload_with(told, PATROL("Method [A] Subtasks [Look()]"), patient);
    expect(next, "+Walk");
    finish_both(next, told);
}

/* Two builds in turn: each step ends once, and the work is done as if nothing had happened. */
STORY(an_agent_that_is_reloaded_in_every_tick_loses_nothing)
{
    static const char *const builds[] = {CHOIR("not A"), CHOIR("not A, not B")};
    story *now = malloc(sizeof *now);
    uint32_t bows = 0;
    now->polled = told->polled;
    begin(now, builds[0]);
    for (uint32_t tick = 0; tick < 200; tick++) {
        story *next = reload(now, builds[(tick + 1) % 2]);
        forget(now);
        free(now);
        now = next;
        says(now, "HumLow", tick % 5 == 4 ? HTN_SUCCEEDED : HTN_RUNNING);
        says(now, "HumHigh", tick % 7 == 6 ? HTN_SUCCEEDED : HTN_RUNNING);
        says(now, "Clap", tick % 40 == 39 ? HTN_FAILED : tick % 9 == 8 ? HTN_SUCCEEDED : HTN_RUNNING);
        says(now, "Bow", HTN_SUCCEEDED);
        if (now->polled)
            report_all(now);
        assert_int_equal(htn_agent_tick(now->agent, TICK), HTN_OK);
        if (now->polled)
            read_news(now);
        bows += strstr(now->log, "=Bow") != NULL;
        now->used = 0;
    }
    assert_true(bows > 8);
    finish(now);
    free(now);
    begin(told, builds[0]);
    finish(told);
}

/* --- What is refused ---------------------------------------------------------------------------- */

static void assert_refused(story *told, const uint8_t *save, size_t size, htn_status status, const char *why)
{
    const size_t before = htn_agent_save_bytes(told->agent);
    size_t used;
    uint8_t *was = save_of(told, &used), *now;
    assert_int_equal(htn_agent_load(told->agent, save, size, &report), status);
    assert_non_null(report.reason);
    assert_non_null(strstr(report.reason, why));
    now = save_of(told, &used);
    assert_int_equal(used, before);
    assert_memory_equal(was, now, used);
    free(was);
    free(now);
}

static void what_is_no_save_is_refused_with_the_reason(void **state)
{
    story told = {0};
    size_t size;
    (void)state;
    begin(&told, porter);
    uint8_t *save = save_of(&told, &size);
    assert_refused(&told, save, 7, HTN_BAD_SAVE, "cut off");
    assert_refused(&told, save, size - 1, HTN_BAD_SAVE, "cut off");
    save[size - 1] ^= 1;
    assert_refused(&told, save, size, HTN_BAD_SAVE, "checksum");
    save[4] = 2;
    assert_refused(&told, save, size, HTN_NEWER_SAVE, "newer");
    save[4] = 0;
    assert_refused(&told, save, size, HTN_BAD_SAVE, "older");
    save[0] = 'x';
    assert_refused(&told, save, size, HTN_BAD_SAVE, "not a save");
    assert_int_equal(htn_world_save(htn_agent_world(told.agent), save, size, &size), HTN_OK);
    assert_refused(&told, save, size, HTN_BAD_SAVE, "world by itself");
    free(save);
    finish(&told);
}

/* --- The format --------------------------------------------------------------------------------- */

static const char watch[] =
    "Enum [Post] Values [Gate, Tower]\n"
    "Entities [Enemy] Max [2]\n"
    "World State [ At : Post, Seen(Enemy) : bool, Busy : bool, Deep : -70000..70000 ]\n"
    "Sensor [Eyes] Updates [Seen] Every [300ms]\n"
    "Compound Task [Guard]\n"
    "  Method [any e : Enemy, Seen(e)] While [Seen(e)] Cooldown [5s]\n"
    "    Subtasks [Parallel [Fight(e), Shout(\"hey\")]]\n"
    "Primitive Task [Fight(e : Enemy)] Operator [Fight(e)] During [Busy = true, Deep = -69999]\n"
    "Primitive Task [Shout(what : symbol)] Operator [Shout(what)]\n";

static const char watch_save[] =
    "48544e530100000067010000ffc671b75a5e32d15aad22423900000005310000003200000033000000490000005400000000"
    "010200023e000000430000004761746500546f776572000400010203456e656d7900013b0000000503054174000300024275"
    "73790001000244656570000500ddc508436f6f6c646f776e2847756172642c203029000100005365656e000101040002010f"
    "000000640300000001014579657300f4020001ba000000477561726400080100c70100013600000002466967687400010400"
    "04010153686f7574000100006865790004030002000100000201010100010201010102020104000000010000020001010100"
    "004669676874000104004669676874000104040108010101010000000002427573790001000000024465657000050000f2c0"
    "01ddc50801010202000053686f75740001000053686f757400010068657900080000000000000000000e000000000100803e"
    "000100020000000000";

static htn_activity activity_of(const story *told, const char *operator_name)
{
    const uint32_t wanted = htn_operator_find(&told->domain, operator_name);
    htn_activity activity;
    for (uint32_t i = 0; htn_agent_activity(told->agent, 0, i, &activity); i++)
        if (htn_task_operator(&told->domain, activity.task) == wanted)
            return activity;
    fail_msg("%s is not in progress", operator_name);
    return activity;
}

/* What begin_watch() began goes on. */
static void finish_loaded(story *told)
{
    expect(told, "^Fight(1) ^Shout(hey)");
    assert_int_equal(*(uint32_t *)activity_of(told, "Fight").memory, 0x01010101);
    assert_world(told, "Deep", -69999);
    expect_after(told, "Fight", HTN_SUCCEEDED, "=Fight");
    assert_world(told, "Deep", 12345);
    assert_world(told, "Busy", 0);
    assert_world(told, "At", 1);
    told->begun = told->ended + 1;
    finish(told);
}

static uint8_t *from_hex(const char *hex, size_t *size)
{
    *size = strlen(hex) / 2;
    uint8_t *bytes = malloc(*size);
    for (size_t i = 0; i < *size; i++) {
        const char digits[] = {hex[2 * i], hex[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return bytes;
}

static void begin_watch(story *told)
{
    int32_t enemy;
    begin(told, watch);
    htn_world *world = htn_agent_world(told->agent);
    for (int i = 0; i < 3; i++) { /* the second one in its slot */
        assert_int_equal(htn_world_spawn(world, htn_type_find(&told->domain, "Enemy"), &enemy), HTN_OK);
        if (i == 0)
            assert_int_equal(htn_world_despawn(world, htn_type_find(&told->domain, "Enemy"), enemy), HTN_OK);
    }
    assert_int_equal(htn_world_set_at(world, htn_property_find(&told->domain, "Seen"), &enemy, 1, 1), HTN_OK);
    set(told, "At", 1);
    set(told, "Deep", 12345);
    expect(told, "+Fight(1) +Shout(hey)");
    *(uint32_t *)activity_of(told, "Fight").memory = 0x01010101;
}

/* A save of version 1.0 must load for ever, on every host. */
static void a_save_of_the_first_version_loads(void **state)
{
    story told = {0};
    size_t size, now;
    (void)state;
    uint8_t *save = from_hex(watch_save, &size);
    begin_watch(&told);
    uint8_t *written = save_of(&told, &now);
    memcpy(save + 16, written + 16,
           8); /* as if it had been made with this very blob, whatever the compiler makes of the text today */
    seal_save(save, size);
    free(written);
    *(uint32_t *)activity_of(&told, "Fight").memory = 0; /* a replay does not write there */
    finish(&told);
    begin(&told, watch);
    assert_int_equal(htn_agent_load(told.agent, save, size, &report), HTN_OK);
    assert_true(report.exact);
    free(save);
    save = from_hex(watch_save, &size);
    finish_loaded(&told);
    begin(&told, watch);
    assert_int_equal(htn_agent_load(told.agent, save, size, &report), HTN_OK);
    assert_int_equal(report.plans_kept, 1);
    finish_loaded(&told);
    free(save);
}

static void an_agent_without_room_refuses_the_save(void **state)
{
    static const htn_agent_options short_plans = {.limits.steps = 2}, one_step = {.running = 1};
    story told = {0}, small = {0};
    size_t size;
    (void)state;
    begin(&told, CHOIR("not A"));
    expect(&told, "+HumLow +Clap");
    uint8_t *save = save_of(&told, &size);
    begin_with(&small, CHOIR("not A"), short_plans);
    assert_refused(&small, save, size, HTN_FULL_STEPS, "limits");
    finish(&small);
    begin_with(&small, CHOIR("not A"), one_step);
    assert_refused(&small, save, size, HTN_TOO_SMALL, "options.running");
    finish(&small);
    free(save);
    finish(&told);
}

static void misuse_is_answered(void **state)
{
    story told = {0}, other = {0};
    uint8_t save[1024];
    size_t used = 0;
    (void)state;
    begin(&told, porter);
    begin(&other, porter);
    assert_int_equal(htn_agent_save_bytes(NULL), 0);
    assert_int_equal(htn_agent_save(NULL, save, sizeof save, &used), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_save(told.agent, NULL, 1, &used), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_save(told.agent, NULL, 0, &used), HTN_TOO_SMALL);
    assert_int_equal(used, htn_agent_save_bytes(told.agent));
    memset(save, 7, sizeof save);
    assert_int_equal(htn_agent_save(told.agent, save, used - 1, &used), HTN_TOO_SMALL);
    assert_int_equal(save[0], 7);
    assert_int_equal(htn_agent_save(told.agent, save, sizeof save, &used), HTN_OK);
    assert_int_equal(htn_agent_load(NULL, save, used, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_load(other.agent, NULL, used, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_reload(told.agent, told.agent, save, sizeof save, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_reload(other.agent, told.agent, save, 10, NULL), HTN_TOO_SMALL);
    expect(&other, "+Go(door)");
    assert_int_equal(htn_agent_load(other.agent, save, used, &report), HTN_BAD_ARGUMENT);
    assert_string_equal(report.reason, "the agent is not new; load into one that htn_agent_init() has just made");
    assert_int_equal(htn_world_save_bytes(NULL), 0);
    assert_int_equal(htn_world_save(NULL, save, sizeof save, &used), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_world_load(NULL, save, used, NULL), HTN_BAD_ARGUMENT);
    finish(&told);
    finish(&other);
}

static void try_to_save(story *told)
{
    uint8_t save[64];
    told->blocked = true;
    assert_int_equal(htn_agent_save(told->agent, save, sizeof save, NULL), HTN_BUSY);
    assert_int_equal(htn_agent_load(told->agent, save, sizeof save, NULL), HTN_BUSY);
}

static void nothing_is_saved_from_inside_a_callback(void **state)
{
    story told = {0};
    (void)state;
    begin(&told, porter);
    told.inside = try_to_save;
    expect(&told, "+Go(door)");
    expect(&told, "");
    assert_true(told.blocked);
    finish(&told);
}

static void a_blob_that_does_not_verify_changes_nothing(void **state)
{
    story told = {0};
    htn_domain domain;
    htn_agent_class *agent_class;
    uint8_t memory[64];
    (void)state;
    begin(&told, porter);
    expect(&told, "+Go(door)");
    told.blob[60] ^= 1;
    assert_int_equal(htn_domain_load(&domain, told.blob, fixture_read32(told.blob + HTN_HEADER_TOTAL), NULL),
                     HTN_BAD_BLOB);
    assert_int_equal(htn_agent_class_init(&agent_class, &domain, NULL, memory, sizeof memory, NULL), HTN_BAD_ARGUMENT);
    told.blob[60] ^= 1;
    expect_after(&told, "Go", HTN_SUCCEEDED, "=Go +Fetch(0)");
    finish(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_in_progress_is_resumed_with_its_arguments),
        cmocka_unit_test(an_abort_that_takes_time_goes_on_after_a_load),
        cmocka_unit_test(sensors_are_due_when_they_would_have_been),
        cmocka_unit_test(a_search_under_way_begins_anew),
        cmocka_unit_test(answers_that_have_changed_are_asked_again_after_a_load),
        cmocka_unit_test(a_back_off_goes_on_where_all_is_again_as_it_was_before_the_save),
        cmocka_unit_test(a_back_off_ends_after_a_load_if_something_is_still_other),
        cmocka_unit_test(a_back_off_goes_on_if_an_instance_was_there_for_the_save_alone),
        cmocka_unit_test(a_game_that_has_asked_before_the_save_is_answered_whatever_a_back_off_waits_for),
        cmocka_unit_test(damage_to_what_a_back_off_has_waited_for_is_refused_or_harmless),
        cmocka_unit_test(an_abort_that_nobody_can_be_asked_about_has_ended),
        cmocka_unit_test(news_that_has_not_been_read_is_told_in_its_order),
        cmocka_unit_test(a_report_that_no_tick_has_taken_up_still_counts),
        cmocka_unit_test(the_layer_that_had_too_little_still_has_its_turn_first),
        cmocka_unit_test(a_members_world_is_loaded_without_what_is_shared),
        cmocka_unit_test(a_group_is_saved_as_a_world_and_joined_again),
        cmocka_unit_test(properties_are_carried_over_by_name),
        cmocka_unit_test(an_enums_values_are_carried_over_by_name),
        cmocka_unit_test(instances_are_carried_over_by_their_type_and_place),
        cmocka_unit_test(a_plan_that_is_found_anew_goes_on_and_has_its_record_again),
        cmocka_unit_test(a_kept_plan_yields_to_the_first_other_plan_from_the_root),
        cmocka_unit_test(of_a_kept_plan_what_is_left_may_be_found),
        cmocka_unit_test(a_kept_plan_goes_on_where_nothing_else_is_found),
        cmocka_unit_test(a_plan_that_does_not_hold_in_the_new_build_is_planned_anew),
        cmocka_unit_test(a_plan_with_a_task_that_is_gone_is_dropped_and_its_step_aborted),
        cmocka_unit_test(a_step_of_a_plan_that_is_dropped_is_aborted_by_the_new_kind),
        cmocka_unit_test(a_step_of_a_plan_that_was_dropped_before_is_aborted_still),
        cmocka_unit_test(a_step_whose_operator_is_another_one_now_is_aborted_by_the_old_kind),
        cmocka_unit_test(a_layer_that_is_gone_ends_its_steps),
        cmocka_unit_test(of_a_kept_group_what_is_left_may_be_found),
        cmocka_unit_test(members_of_a_group_go_on_side_by_side),
        cmocka_unit_test(what_was_to_come_behind_a_split_is_not_known_in_the_new_build),
        cmocka_unit_test(a_kept_plan_can_be_saved_and_kept_once_more),
        cmocka_unit_test(a_kept_plan_that_is_saved_has_no_record_still),
        cmocka_unit_test(a_kept_plan_knows_which_instance_it_was_made_for),
        cmocka_unit_test(a_new_build_is_tried_at_once_whatever_the_back_off),
        cmocka_unit_test(an_agent_that_is_reloaded_in_every_tick_loses_nothing),
        cmocka_unit_test(what_is_no_save_is_refused_with_the_reason),
        cmocka_unit_test(a_save_of_the_first_version_loads),
        cmocka_unit_test(an_agent_without_room_refuses_the_save),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(nothing_is_saved_from_inside_a_callback),
        cmocka_unit_test(a_blob_that_does_not_verify_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
