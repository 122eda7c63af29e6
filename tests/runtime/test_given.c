/*
 * Given tasks at the planner's interface: what is refused, what lists a replan and a continuation need, blocks without room for a
 * list. Random domains do the rest (tests/differential).
 */
#include "fixture.h"

static const char source[] = "Enum [P] Values [A, B, C]\n"
                             "Entities [S] Max [4]\n"
                             "World State [At : P, N : 0..9 = 5, Stray(S) : bool, Alarm : bool]\n"
                             "Compound Task [Be] Method [true] Subtasks [Rest()]\n"
                             "Compound Task [Dear] Method [true] Subtasks [Rest()]\n"
                             "Compound Task [Serve(p : P)]\n"
                             "  Method [Alarm] Subtasks [Go(A)]\n"
                             "  Method [true] Subtasks [Go(p), Split, Go(C)]\n"
                             "Compound Task [Catch(s : S)] Method [true] Subtasks [Fetch(s), Split, Fetch(s)]\n"
                             "Primitive Task [Go(p : P)] Operator [Go(p)] Effects [At = p]\n"
                             "Primitive Task [Use(n : 0..9)] Operator [Use(n)] Effects [N -= n] Cost [n]\n"
                             "Primitive Task [Fetch(s : S)] Operator [Fetch(s)] Effects [Stray(s) = false]\n"
                             "Primitive Task [Say(text : symbol)] Operator [Say(text)]\n"
                             "Primitive Task [Hush] Operator [Say(\"hush\")]\n"
                             "Primitive Task [Set(on : bool)] Operator [Set(on)]\n"
                             "Primitive Task [Rest] Operator [Rest]\n"
                             "Root [Be]\n"
                             "Root [Dear] Select [cheapest]\n";

static htn_given_task give(const fixture *made, const char *name, const int32_t *arguments, uint32_t count)
{
    const htn_given_task given = {htn_task_find(&made->domain, name), arguments, count};
    return given;
}

static htn_status find(fixture *made, htn_given_task given)
{
    const htn_request request = {.tasks = &given, .task_count = 1};
    return htn_plan_find(made->planner, &made->world, &request);
}

static htn_status find_with(fixture *made, const char *name, int32_t argument)
{
    return find(made, give(made, name, &argument, 1));
}

static void arguments_are_of_their_types(void **state)
{
    fixture made;
    int32_t value = 0, s = 0;
    (void)state;
    fixture_start(&made, source, NULL);
    assert_int_equal(find_with(&made, "Go", 0), HTN_OK);
    assert_int_equal(find_with(&made, "Go", 2), HTN_OK);
    assert_int_equal(find_with(&made, "Go", 3), HTN_BAD_ARGUMENT);
    assert_int_equal(find_with(&made, "Go", -1), HTN_BAD_ARGUMENT);
    assert_int_equal(find_with(&made, "Set", 1), HTN_OK);
    assert_int_equal(find_with(&made, "Set", 2), HTN_BAD_ARGUMENT);
    assert_int_equal(find_with(&made, "Use", -7), HTN_OK);
    assert_int_equal(find_with(&made, "Use", INT32_MAX), HTN_OK);
    assert_int_equal(find_with(&made, "Fetch", 0), HTN_BAD_ARGUMENT);
    assert_int_equal(find_with(&made, "Fetch", -1), HTN_OK);
    assert_int_equal(htn_world_spawn(&made.world, htn_type_find(&made.domain, "S"), &s), HTN_OK);
    assert_int_equal(find_with(&made, "Fetch", s), HTN_OK);
    assert_int_equal(find_with(&made, "Fetch", s + 1), HTN_BAD_ARGUMENT);
    assert_int_equal(find_with(&made, "Fetch", 4), HTN_BAD_ARGUMENT);
    assert_true(htn_symbol_find(&made.domain, "hush", &value));
    assert_int_equal(find_with(&made, "Say", value), HTN_OK);
    assert_int_equal(find_with(&made, "Say", value + 1), HTN_BAD_ARGUMENT);
    assert_int_equal(find_with(&made, "Say", -1), HTN_BAD_ARGUMENT);
    assert_int_equal(find_with(&made, "Say", INT32_MAX), HTN_BAD_ARGUMENT);
    assert_false(htn_symbol_find(&made.domain, "no such text", &value));
    assert_false(htn_symbol_find(&made.domain, NULL, &value));
    fixture_tear_down(&made);
}

static void lists_that_are_wrong_are_refused_and_change_nothing(void **state)
{
    const int32_t one[] = {1, 1};
    fixture made;
    (void)state;
    fixture_start(&made, source, NULL);
    assert_int_equal(find_with(&made, "Go", 1), HTN_OK);
    assert_int_equal(find(&made, give(&made, "None", NULL, 0)), HTN_BAD_ARGUMENT);
    assert_int_equal(find(&made, give(&made, "Go", NULL, 0)), HTN_BAD_ARGUMENT);
    assert_int_equal(find(&made, give(&made, "Go", NULL, 1)), HTN_BAD_ARGUMENT);
    assert_int_equal(find(&made, give(&made, "Go", one, 2)), HTN_BAD_ARGUMENT);
    assert_int_equal(find(&made, give(&made, "Rest", one, 1)), HTN_BAD_ARGUMENT);
    const htn_request nothing = {.task_count = 1};
    assert_int_equal(htn_plan_find(made.planner, &made.world, &nothing), HTN_BAD_ARGUMENT);
    assert_string_equal(fixture_plan_text(made.planner, &made.domain, HTN_OK), "Go(1) MTR []");
    fixture_tear_down(&made);
}

/* --- Running ---------------------------------------------------------------------------------------- */

static const char *ask(fixture *made, const htn_given_task *tasks, uint32_t count, htn_request request)
{
    request.tasks = tasks;
    request.task_count = count;
    return fixture_find(made, &request);
}

static void a_continuation_and_a_replan_need_the_same_list(void **state)
{
    const int32_t b[] = {1}, c[] = {2};
    fixture made;
    (void)state;
    fixture_start(&made, source, NULL);
    const htn_given_task list[] = {give(&made, "Serve", b, 1), give(&made, "Use", c, 1)};
    const htn_given_task other[] = {give(&made, "Serve", c, 1), give(&made, "Use", c, 1)};
    const htn_request go_on = {.go_on = true}, replan = {.replan = true};
    const char *refused = htn_status_text(HTN_BAD_ARGUMENT);
    assert_string_equal(ask(&made, list, 2, (htn_request){0}), "Go(1) Split MTR [1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(ask(&made, list, 1, replan), refused);
    assert_string_equal(ask(&made, other, 2, replan), refused);
    assert_string_equal(ask(&made, NULL, 0, replan), refused);
    assert_string_equal(ask(&made, list, 2, replan), htn_status_text(HTN_STANDS));
    fixture_set(&made.world, "Alarm", 1);
    assert_string_equal(ask(&made, list, 2, replan), "Go(0) Use(2) MTR [0]");
    fixture_set(&made.world, "Alarm", 0);
    assert_string_equal(ask(&made, other, 2, go_on), refused);
    assert_string_equal(ask(&made, NULL, 0, go_on), refused);
    assert_string_equal(ask(&made, list, 2, go_on), "Go(2) Use(2) MTR []");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    fixture_set(&made.world, "Alarm", 1);
    assert_string_equal(ask(&made, list, 2, replan), "Go(0) Use(2) MTR [0]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(ask(&made, NULL, 0, replan), refused);
    assert_string_equal(ask(&made, NULL, 0, (htn_request){0}), "Rest() MTR [0]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(ask(&made, list, 2, replan), refused);
    assert_string_equal(ask(&made, NULL, 0, replan), htn_status_text(HTN_STANDS));
    fixture_tear_down(&made);
}

static void the_next_instance_in_a_slot_makes_another_list(void **state)
{
    fixture made;
    int32_t s = 0;
    (void)state;
    fixture_start(&made, source, NULL);
    const uint32_t type = htn_type_find(&made.domain, "S");
    const htn_given_task list[] = {give(&made, "Catch", &s, 1)};
    assert_int_equal(htn_world_spawn(&made.world, type, &s), HTN_OK);
    assert_string_equal(ask(&made, list, 1, (htn_request){0}), "Fetch(0) Split MTR [0]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_int_equal(htn_world_despawn(&made.world, type, s), HTN_OK);
    assert_string_equal(ask(&made, list, 1, (htn_request){.go_on = true}), htn_status_text(HTN_BAD_ARGUMENT));
    assert_int_equal(htn_world_spawn(&made.world, type, &s), HTN_OK);
    assert_int_equal(s, 0);
    assert_string_equal(ask(&made, list, 1, (htn_request){.go_on = true}), htn_status_text(HTN_BAD_ARGUMENT));
    assert_string_equal(ask(&made, list, 1, (htn_request){0}), "Fetch(0) Split MTR [0]");
    fixture_tear_down(&made);
}

static void the_cheapest_plan_is_refused_where_it_cannot_be_known(void **state)
{
    const int32_t one[] = {1};
    fixture made;
    (void)state;
    fixture_start(&made, source, NULL);
    const htn_given_task good[] = {give(&made, "Use", one, 1), give(&made, "Be", NULL, 0)};
    const htn_given_task bad[] = {give(&made, "Use", one, 1), give(&made, "Serve", one, 1)};
    assert_string_equal(ask(&made, good, 2, (htn_request){.cheapest = true}), "Use(1) Rest() MTR [0]");
    assert_string_equal(ask(&made, bad, 2, (htn_request){.cheapest = true}), htn_status_text(HTN_BAD_ARGUMENT));
    assert_string_equal(ask(&made, bad, 2, (htn_request){.root = 1}), "Use(1) Go(1) Split MTR [1]");
    fixture_tear_down(&made);
    fixture_start(&made, "World State [N : 0..3] Compound Task [Be] Method [] Subtasks []", NULL);
    const htn_given_task be[] = {give(&made, "Be", NULL, 0)};
    assert_string_equal(ask(&made, be, 1, (htn_request){.cheapest = true}), htn_status_text(HTN_BAD_ARGUMENT));
    fixture_tear_down(&made);
}

static void a_list_without_room_is_refused(void **state)
{
    enum { MANY = 200 };
    const htn_limits limits = {.steps = MANY, .frames = 400};
    htn_given_task tasks[MANY];
    fixture made;
    (void)state;
    fixture_start(&made, source, &limits);
    for (int i = 0; i < MANY; i++)
        tasks[i] = give(&made, "Rest", NULL, 0);
    assert_string_equal(ask(&made, tasks, MANY, (htn_request){0}), htn_status_text(HTN_FULL_FRAMES));
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_NOT_BEGUN);
    assert_string_equal(ask(&made, tasks, 2, (htn_request){0}), "Rest() Rest() MTR []");
    fixture_tear_down(&made);
}

static void many_tasks_are_planned_unit_by_unit(void **state)
{
    enum { MANY = 98 };
    const htn_limits limits = {.steps = MANY};
    htn_given_task tasks[MANY];
    fixture made;
    htn_plan plan;
    htn_status status;
    (void)state;
    fixture_start(&made, source, &limits);
    for (int i = 0; i < MANY; i++)
        tasks[i] = give(&made, "Be", NULL, 0);
    const htn_request request = {.tasks = tasks, .task_count = MANY};
    assert_int_equal(htn_plan_begin(made.planner, &made.world, &request), HTN_OK);
    memset(tasks, 0xFF, sizeof tasks); /* the planner has its own */
    while ((status = htn_plan_step(made.planner, 1)) == HTN_SUSPENDED)
        ;
    htn_planner_plan(made.planner, &plan);
    assert_int_equal(status, HTN_OK);
    assert_int_equal(plan.step_count, MANY);
    assert_int_equal(plan.record_count, MANY);
    fixture_tear_down(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_are_of_their_types),
        cmocka_unit_test(lists_that_are_wrong_are_refused_and_change_nothing),
        cmocka_unit_test(a_continuation_and_a_replan_need_the_same_list),
        cmocka_unit_test(the_next_instance_in_a_slot_makes_another_list),
        cmocka_unit_test(the_cheapest_plan_is_refused_where_it_cannot_be_known),
        cmocka_unit_test(a_list_without_room_is_refused),
        cmocka_unit_test(many_tasks_are_planned_unit_by_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
