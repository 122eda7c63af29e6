/*
 * Partial plans at the planner's interface: going on behind splits and the horizon, what is kept of what ran before, which
 * of two records a replan follows, instances that are gone, memory. Random domains do the rest (tests/differential).
 */
#include "fixture.h"

static const char *find(fixture *made, htn_request request)
{
    return fixture_find(made, &request);
}

static const char *go_on(fixture *made)
{
    return find(made, (htn_request){.go_on = true});
}

static const char *replan(fixture *made, uint32_t steps_done)
{
    return find(made, (htn_request){.replan = true, .steps_done = steps_done});
}

static void adopt(fixture *made)
{
    assert_int_equal(htn_planner_adopt(made->planner), HTN_OK);
}

static htn_plan running(const fixture *made)
{
    htn_plan plan;
    assert_true(htn_planner_running(made->planner, &plan));
    return plan;
}

/* --- Going on --------------------------------------------------------------------------------------- */

static const char patrol[] = "World State [ At : 0..9, Alarm : bool, Tired : bool ]\n"
                             "Compound Task [Guard]\n"
                             "  Method [Alarm] Subtasks [Raise(), Split, Guard()]\n"
                             "  Method [true] Subtasks [Walk(1), Round(), Rest()]\n"
                             "Compound Task [Round]\n"
                             "  Method [Tired] Subtasks [Rest(), Split, Round()]\n"
                             "  Method [At < 9] Subtasks [Split, Walk(At + 2), Look(), Split, Round()]\n"
                             "  Method [true] Subtasks []\n"
                             "Primitive Task [Walk(to : int)] Operator [Walk(to)] Effects [At = to] Duration [1s]\n"
                             "Primitive Task [Look] Operator [Look]\n"
                             "Primitive Task [Raise] Operator [Raise]\n"
                             "Primitive Task [Rest] Operator [Rest]\n";

static void a_plan_goes_on_behind_each_split_until_it_is_done(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, patrol, NULL);
    assert_string_equal(find(&made, (htn_request){0}), "Walk(1) Split MTR [1, 1]");
    adopt(&made);
    assert_int_equal(running(&made).partial, HTN_PARTIAL_SPLIT);
    assert_false(running(&made).continues);
    fixture_set(&made.world, "At", 1);
    assert_string_equal(go_on(&made), "Walk(3) Look() Split MTR []");
    adopt(&made);
    assert_true(running(&made).continues);
    assert_int_equal(running(&made).duration, 1000);
    fixture_set(&made.world, "At", 7); /* the world as it then is */
    assert_string_equal(go_on(&made), "Walk(9) Look() Split MTR [1]");
    adopt(&made);
    fixture_set(&made.world, "At", 9);
    assert_string_equal(go_on(&made), "Rest() MTR [2]");
    adopt(&made);
    assert_int_equal(running(&made).partial, HTN_PARTIAL_NOT);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, &(htn_request){.go_on = true}), HTN_NOT_PARTIAL);
    fixture_tear_down(&made);
}

static void what_cannot_be_gone_on_with_is_refused(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, patrol, NULL);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, &(htn_request){.go_on = true}), HTN_NO_RUNNING_PLAN);
    find(&made, (htn_request){0});
    adopt(&made);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, &(htn_request){.go_on = true, .replan = true}),
                     HTN_BAD_ARGUMENT);
    assert_string_equal(go_on(&made), "Walk(2) Look() Split MTR []");
    htn_planner_drop(made.planner); /* and with it what goes on from it */
    assert_int_equal(htn_planner_adopt(made.planner), HTN_NOT_BEGUN);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, &(htn_request){.go_on = true}), HTN_NO_RUNNING_PLAN);
    fixture_tear_down(&made);
}

static void an_endless_patrol_needs_no_more_memory_than_its_first_round(void **state)
{
    static const char text[] = "World State [ At : 0..2 ]\n"
                               "Compound Task [Go(to : int)] Method [to > 2] Subtasks [Walk(0), Split]\n"
                               "  Method [true] Subtasks [Walk(to), Split]\n"
                               "Compound Task [Endless] Method [true] Subtasks [Go(At + 1), Split, Endless()]\n"
                               "Root [Endless]\n"
                               "Primitive Task [Walk(to : int)] Operator [Walk(to)] Effects [At = to]\n"
                               "Primitive Task [Rest] Operator [Rest]\n";
    const htn_limits limits = {
        .steps = 1, .depth = 1, .record = 2, .frames = 24, .choices = 2, .trail = 4, .continuation = 8};
    fixture made;
    (void)state;
    fixture_start(&made, text, NULL);
    free(made.planner);
    made.planner = fixture_planner(&made.domain, &limits);
    assert_string_equal(find(&made, (htn_request){0}), "Walk(1) Split MTR [0, 1]");
    for (int round = 0; round < 1000; round++) {
        adopt(&made);
        fixture_set(&made.world, "At", (round + 1) % 3);
        assert_string_equal(go_on(&made), round % 3 == 1   ? "Walk(0) Split MTR [0, 0]"
                                          : round % 3 == 0 ? "Walk(2) Split MTR [0, 1]"
                                                           : "Walk(1) Split MTR [0, 1]");
    }
    fixture_tear_down(&made);
}

static void frames_that_do_not_fit_are_a_status(void **state)
{
    static const char text[] = "World State [ At : 0..99 ]\n"
                               "Compound Task [Down(n : int)] Method [n > 0] Subtasks [Down(n - 1), Walk(n)]\n"
                               "  Method [true] Subtasks [Walk(0), Split, Walk(0)]\n"
                               "Compound Task [Root] Method [true] Subtasks [Down(At), Walk(7)]\n"
                               "Root [Root]\n"
                               "Primitive Task [Walk(to : int)] Operator [Walk(to)] Effects [At = 3]\n";
    const htn_limits limits = {.continuation = 3 + 3 + 4 * 10}; /* of none, of Root, and ten of Down */
    fixture made;
    (void)state;
    fixture_start(&made, text, NULL);
    free(made.planner);
    made.planner = fixture_planner(&made.domain, &limits);
    fixture_set(&made.world, "At", 9);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_OK);
    adopt(&made);
    assert_string_equal(go_on(&made), "Walk(0) Walk(1) Walk(2) Walk(3) Walk(4) Walk(5) Walk(6) Walk(7) Walk(8) Walk(9) "
                                      "Walk(7) MTR []");
    fixture_set(&made.world, "At", 10);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_FULL_CONTINUATION);
    fixture_tear_down(&made);
}

/* --- The horizon ------------------------------------------------------------------------------------ */

static void the_horizon_counts_anew_behind_each_part(void **state)
{
    static const char text[] =
        "World State [ At : 0..9 ]\n"
        "Compound Task [Live] Method [true] Subtasks [Do(1), Do(1), Do(1), Do(1), Do(1)]\n"
        "Primitive Task [Do(n : int)] Operator [Do(n)] Effects [At += n] Duration [At * 100ms + 1s]\n";
    fixture made;
    htn_request request = {.horizon = 2000};
    (void)state;
    fixture_start(&made, text, NULL);
    assert_string_equal(find(&made, request), "Do(1) Do(1) Horizon MTR [0]");
    adopt(&made);
    assert_int_equal(running(&made).partial, HTN_PARTIAL_HORIZON);
    request.go_on = true;
    fixture_set(&made.world, "At", 9);
    assert_string_equal(find(&made, request), "Do(1) Do(1) Horizon MTR []");
    fixture_set(&made.world, "At", 0);
    assert_string_equal(find(&made, request), "Do(1) Do(1) Horizon MTR []");
    request.horizon = 0;
    assert_string_equal(find(&made, request), "Do(1) Do(1) Do(1) MTR []");
    adopt(&made);
    assert_int_equal(running(&made).partial, HTN_PARTIAL_NOT);
    fixture_tear_down(&made);
}

static void a_group_is_planned_to_its_end(void **state)
{
    static const char text[] = "World State [ At : 0..9 ]\n"
                               "Compound Task [Live]\n"
                               "  Method [true] Subtasks [Parallel [Do(1), Do(2)], Do(1), Do(1)]\n"
                               "Primitive Task [Do(n : int)] Operator [Do(n)] Duration [n * 1s]\n";
    fixture made;
    (void)state;
    fixture_start(&made, text, NULL);
    assert_string_equal(find(&made, (htn_request){.horizon = 500}), "Do(1) Do(2) Horizon MTR [0]");
    adopt(&made);
    assert_int_equal(running(&made).duration, 2000);
    assert_string_equal(replan(&made, 0), "the running plan stands");
    assert_string_equal(go_on(&made), "Do(1) Do(1) MTR []");
    assert_string_equal(find(&made, (htn_request){.horizon = 2001}), "Do(1) Do(2) Do(1) Horizon MTR [0]");
    fixture_tear_down(&made);
}

/* --- Replanning ------------------------------------------------------------------------------------- */

static void while_the_first_part_runs_the_same_split_is_a_tie(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, patrol, NULL);
    find(&made, (htn_request){0});
    adopt(&made);
    fixture_set(&made.world, "At", 5);
    assert_string_equal(replan(&made, 0), "the running plan stands");
    fixture_set(&made.world, "Tired", 1); /* in Round, in front of the record's own method */
    assert_string_equal(replan(&made, 1), "Walk(1) Rest() Split MTR [1, 0]");
    assert_false(running(&made).continues);
    fixture_set(&made.world, "Alarm", 1);
    assert_string_equal(replan(&made, 1), "Raise() Split MTR [0]");
    fixture_tear_down(&made);
}

static void while_a_continuation_runs_the_first_part_comes_first(void **state)
{
    fixture made;
    htn_plan plan;
    (void)state;
    fixture_start(&made, patrol, NULL);
    find(&made, (htn_request){0});
    adopt(&made);
    go_on(&made);
    adopt(&made);
    fixture_set(&made.world, "At", 2);
    assert_string_equal(go_on(&made), "Walk(4) Look() Split MTR [1]");
    adopt(&made);
    assert_string_equal(replan(&made, 0), "the running plan stands");
    fixture_set(&made.world, "Tired", 1); /* in the first part's Round, which began with Walk(1); and in this one's */
    assert_string_equal(replan(&made, 0), "Walk(1) Rest() Split MTR [1, 0]");
    htn_planner_plan(made.planner, &plan);
    assert_false(plan.continues);
    adopt(&made);
    assert_false(running(&made).continues);
    assert_string_equal(go_on(&made), "Rest() Split MTR [0]");
    fixture_tear_down(&made);
}

static void then_the_continuations_own_record_from_its_start(void **state)
{
    static const char text[] = "World State [ Rain : bool, Tired : bool ]\n"
                               "Compound Task [Live] Method [Rain] Subtasks [Hide()]\n"
                               "  Method [true] Subtasks [Walk(1), Split, Go(), Walk(9)]\n"
                               "Compound Task [Go] Method [Tired] Subtasks [Rest(), Split, Walk(2)]\n"
                               "  Method [true] Subtasks [Walk(3), Walk(4)]\n"
                               "Primitive Task [Walk(to : int)] Operator [Walk(to)]\n"
                               "Primitive Task [Hide] Operator [Hide]\nPrimitive Task [Rest] Operator [Rest]\n";
    fixture made;
    htn_plan plan;
    (void)state;
    fixture_start(&made, text, NULL);
    find(&made, (htn_request){0});
    adopt(&made);
    assert_string_equal(go_on(&made), "Walk(3) Walk(4) Walk(9) MTR [1]");
    adopt(&made);
    fixture_set(&made.world, "Tired", 1);
    assert_string_equal(replan(&made, 1), "Rest() Split MTR [0]");
    htn_planner_plan(made.planner, &plan);
    assert_true(plan.continues);
    assert_int_equal(plan.partial, HTN_PARTIAL_SPLIT);
    adopt(&made);
    adopt(&made); /* once more changes nothing */
    assert_string_equal(go_on(&made), "Walk(2) Walk(9) MTR []");
    adopt(&made);
    fixture_set(&made.world, "Rain", 1);
    assert_string_equal(replan(&made, 1), "Hide() MTR [0]");
    htn_planner_plan(made.planner, &plan);
    assert_false(plan.continues);
    fixture_tear_down(&made);
}

static void both_walks_share_one_limit_and_one_budget(void **state)
{
    fixture made;
    htn_status status;
    uint32_t calls = 0;
    htn_request request = {.replan = true, .work = 1};
    (void)state;
    fixture_start(&made, patrol, NULL);
    find(&made, (htn_request){0});
    adopt(&made);
    go_on(&made);
    adopt(&made);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &request), HTN_LIMIT_WORK);
    request.work = 0;
    assert_int_equal(htn_plan_begin(made.planner, &made.world, &request), HTN_OK);
    while ((status = htn_plan_step(made.planner, 1)) == HTN_SUSPENDED)
        calls++;
    assert_int_equal(status, HTN_STANDS);
    assert_int_equal(calls, 4); /* five units: two methods and a step, then two steps */
    fixture_tear_down(&made);
}

/* --- Instances -------------------------------------------------------------------------------------- */

static const char hunt[] = "Entities [Enemy] Max [3]\n"
                           "World State [ Seen(Enemy) : bool, Far(Enemy) : 0..9 ]\n"
                           "Compound Task [Hunt]\n"
                           "  Method [any e : Enemy where Seen(e), any f : Enemy where f != e]\n"
                           "    Subtasks [Shout(), Split, Shout(), Split, Stalk(e, f)]\n"
                           "  Method [any e : Enemy] Subtasks [Shout(), Split, Count(Far(e))]\n"
                           "  Method [true] Subtasks [Shout()]\n"
                           "Compound Task [Stalk(e : Enemy, f : Enemy)]\n"
                           "  Method [true] Subtasks [Hit(e), Split, Count(2), Split, Hit(f)]\n"
                           "Primitive Task [Hit(e : Enemy)] Operator [Hit(e)]\n"
                           "Primitive Task [Count(n : int)] Operator [Count(n)]\n"
                           "Primitive Task [Shout] Operator [Shout]\n";

static void spawn(fixture *made, int32_t expected)
{
    int32_t instance;
    assert_int_equal(htn_world_spawn(&made->world, htn_type_find(&made->domain, "Enemy"), &instance), HTN_OK);
    assert_int_equal(instance, expected);
}

static void kill_off(fixture *made, int32_t instance)
{
    assert_int_equal(htn_world_despawn(&made->world, htn_type_find(&made->domain, "Enemy"), instance), HTN_OK);
}

static void see(fixture *made, int32_t instance)
{
    assert_int_equal(htn_world_set_at(&made->world, htn_property_find(&made->domain, "Seen"), &instance, 1, 1), HTN_OK);
}

/* The running plan up to the split in front of Stalk(e, f): of instance 0 and another one. */
static void begin_hunt(fixture *made)
{
    fixture_start(made, hunt, NULL);
    spawn(made, 0);
    spawn(made, 1);
    see(made, 0);
    assert_string_equal(find(made, (htn_request){0}), "Shout() Split MTR [0]");
    adopt(made);
    assert_string_equal(go_on(made), "Shout() Split MTR []");
    adopt(made);
}

static void who_is_gone_cannot_be_used_behind_a_split(void **state)
{
    fixture made;
    (void)state;
    begin_hunt(&made);
    assert_string_equal(go_on(&made), "Hit(0) Split MTR [0]");
    kill_off(&made, 0);
    assert_string_equal(go_on(&made), "no plan");
    spawn(&made, 0); /* another one in the same place */
    see(&made, 0);
    assert_string_equal(go_on(&made), "no plan");
    assert_string_equal(find(&made, (htn_request){0}), "Shout() Split MTR [0]");
    fixture_tear_down(&made);
}

static void who_is_gone_before_the_last_part_was_made_stays_gone(void **state)
{
    fixture made;
    (void)state;
    begin_hunt(&made);
    assert_string_equal(go_on(&made), "Hit(0) Split MTR [0]");
    adopt(&made);
    kill_off(&made, 1);
    spawn(&made, 1); /* before this part is planned: its generation is what the plan has from now on */
    assert_string_equal(go_on(&made), "Count(2) Split MTR []");
    adopt(&made);
    assert_string_equal(go_on(&made), "no plan");
    fixture_tear_down(&made);
}

static void members_of_a_group_cannot_use_who_is_gone(void **state)
{
    static const char text[] = "Entities [Enemy] Max [3]\n"
                               "World State [ Seen(Enemy) : bool ]\n"
                               "Compound Task [Hunt]\n"
                               "  Method [any e : Enemy] Subtasks [Shout(), Split, Parallel [Shout(), Hit(e)]]\n"
                               "Primitive Task [Hit(e : Enemy)] Operator [Hit(e)] Effects [Seen(e) = false]\n"
                               "Primitive Task [Shout] Operator [Shout]\n";
    fixture made;
    (void)state;
    fixture_start(&made, text, NULL);
    spawn(&made, 0);
    assert_string_equal(find(&made, (htn_request){0}), "Shout() Split MTR [0]");
    adopt(&made);
    assert_string_equal(go_on(&made), "Shout() Hit(0) MTR []");
    kill_off(&made, 0);
    assert_string_equal(go_on(&made), "no plan");
    fixture_tear_down(&made);
}

static void an_index_is_a_use_too(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, hunt, NULL);
    spawn(&made, 0);
    assert_string_equal(find(&made, (htn_request){0}), "Shout() Split MTR [1]");
    adopt(&made);
    assert_string_equal(go_on(&made), "Count(0) MTR []");
    kill_off(&made, 0);
    assert_string_equal(go_on(&made), "no plan");
    fixture_tear_down(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_goes_on_behind_each_split_until_it_is_done),
        cmocka_unit_test(what_cannot_be_gone_on_with_is_refused),
        cmocka_unit_test(an_endless_patrol_needs_no_more_memory_than_its_first_round),
        cmocka_unit_test(frames_that_do_not_fit_are_a_status),
        cmocka_unit_test(the_horizon_counts_anew_behind_each_part),
        cmocka_unit_test(a_group_is_planned_to_its_end),
        cmocka_unit_test(while_the_first_part_runs_the_same_split_is_a_tie),
        cmocka_unit_test(while_a_continuation_runs_the_first_part_comes_first),
        cmocka_unit_test(then_the_continuations_own_record_from_its_start),
        cmocka_unit_test(both_walks_share_one_limit_and_one_budget),
        cmocka_unit_test(who_is_gone_cannot_be_used_behind_a_split),
        cmocka_unit_test(who_is_gone_before_the_last_part_was_made_stays_gone),
        cmocka_unit_test(members_of_a_group_cannot_use_who_is_gone),
        cmocka_unit_test(an_index_is_a_use_too),
    };
    return cmocka_run_group_tests_name("split", tests, NULL, NULL);
}
