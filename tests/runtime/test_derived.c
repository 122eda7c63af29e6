/* Derived conditions: how much work an asking takes, and what happens when the table of tuples is full. */
#include "fixture.h"

/* Left is needed while it is in progress: Right is found false too early, and a second pass is needed. */
static const char early[] = "World State [ Base : bool, Never : bool, Done : bool ]\n"
                            "Condition [Top] [Left, Right]\n"
                            "Condition [Left] [Right or Base or (Never and Top)]\n"
                            "Condition [Right] [Left]\n"
                            "Compound Task [Live]\n"
                            "  Method [Top] Subtasks [Go()]\n"
                            "  Method [Right] Subtasks [Wait(), Go()]\n"
                            "  Method [] Subtasks [Stay()]\n"
                            "Primitive Task [Go] Preconditions [Right, Left, Top] Operator [Go]\n"
                            "Primitive Task [Wait] Operator [Wait]\n"
                            "Primitive Task [Stay] Operator [Stay]\n";

/* Steps lead from each town to the next one. */
static const char chain[] = "Enum [Town] Values [A, B, C, D, E, F]\n"
                            "World State [ Step(Town, Town) : bool, N : 0..9 ]\n"
                            "Facts [Step(A, B) = true, Step(B, C) = true, Step(C, D) = true, Step(D, E) = true, "
                            "Step(E, F) = true]\n"
                            "Condition [Way(a : Town, b : Town)] [Step(a, b) or exists(m : Town where Step(a, m) and "
                            "Way(m, b))]\n"
                            "Compound Task [Live]\n"
                            "  Method [] Subtasks [Travel()]\n"
                            "  Method [] Subtasks [Stay()]\n"
                            "Compound Task [Travel]\n"
                            "  Method [N == 0, Way(A, F)] Subtasks [Go(F)]\n"
                            "  Method [N == 1, Way(B, E), Way(A, E), Way(A, D)] Subtasks [Go(E)]\n"
                            "Primitive Task [Go(t : Town)] Operator [Go(t)]\n"
                            "Primitive Task [Stay] Operator [Stay]\n";

/* The least work with which a plan is found. */
static uint32_t work_of(fixture *made)
{
    htn_request request = {.work = 1};
    while (htn_plan_find(made->planner, &made->world, &request) == HTN_LIMIT_WORK)
        request.work++;
    return request.work;
}

static void each_body_is_a_unit_of_work(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, early, NULL);
    /* nothing is true: Top, Left, Right are found false and known, so that each later asking takes nothing */
    assert_string_equal(fixture_find(&made, NULL), "Stay() MTR [2]");
    assert_int_equal(work_of(&made), 3 + 2);
    /* the first pass evaluates all three; the second one Top, and Right, since Left is true */
    fixture_set(&made.world, "Base", 1);
    assert_string_equal(fixture_find(&made, NULL), "Go() MTR [0]");
    assert_int_equal(work_of(&made), 3 + 2 + 2);
    fixture_tear_down(&made);
}

static void a_search_can_be_suspended_between_bodies(void **state)
{
    htn_status status;
    uint32_t calls = 1;
    fixture made;
    (void)state;
    fixture_start(&made, early, NULL);
    fixture_set(&made.world, "Base", 1);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    while ((status = htn_plan_step(made.planner, 1)) == HTN_SUSPENDED)
        calls++;
    assert_string_equal(fixture_plan_text(made.planner, &made.domain, status), "Go() MTR [0]");
    assert_true(calls >= 7);
    fixture_tear_down(&made);
}

/* Way(A, F) needs five tuples at a time. */
static void a_full_table_fails_the_branch(void **state)
{
    htn_plan plan;
    fixture made;
    (void)state;
    for (uint32_t tuples = 1; tuples < 7; tuples++) {
        const htn_limits limits = {.tuples = tuples};
        fixture_start(&made, chain, &limits);
        assert_string_equal(fixture_find(&made, NULL), tuples < 5 ? "Stay() MTR [1]" : "Go(5) MTR [0, 0]");
        htn_planner_plan(made.planner, &plan);
        assert_int_equal(plan.reached, tuples < 5 ? HTN_REACHED_TUPLES : 0);
        assert_int_equal(plan.proven, tuples >= 5);
        fixture_tear_down(&made);
    }
}

static void without_another_plan_the_answer_is_the_limit(void **state)
{
    static const htn_limits few = {.tuples = 2};
    static const char text[] =
        "Enum [P] Values [A, B, C, D]\nWorld State [ On(P, P) : bool ]\n"
        "Facts [On(A, B) = true, On(B, C) = true, On(C, D) = true]\n"
        "Condition [Over(a : P, b : P)] [On(a, b) or exists(m : P where On(a, m) and Over(m, b))]\n"
        "Compound Task [Live]\n  Method [Over(A, D)] Subtasks [Go()]\n"
        "Primitive Task [Go] Operator [Go]\n";
    fixture made;
    (void)state;
    fixture_start(&made, text, &few);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_LIMIT_TUPLES);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_LIMIT_TUPLES);
    fixture_tear_down(&made);
}

/* What is known of one tuple makes room for the next one, whose asking begins again. */
static void a_full_table_forgets_what_it_can(void **state)
{
    fixture made;
    (void)state;
    for (uint32_t tuples = 3; tuples < 12; tuples++) {
        const htn_limits limits = {.tuples = tuples};
        fixture_start(&made, chain, &limits);
        fixture_set(&made.world, "N", 1);
        assert_string_equal(fixture_find(&made, NULL), tuples < 4 ? "Stay() MTR [1]" : "Go(4) MTR [0, 1]");
        fixture_tear_down(&made);
    }
}

static void without_derived_conditions_there_is_no_table(void **state)
{
    static const htn_limits many = {.tuples = 1000};
    static const char text[] = "World State [ N : 0..9 ]\nCondition [Some] [N > 0]\n"
                               "Compound Task [Live]\n  Method [Some] Subtasks []\n";
    htn_limits filled;
    fixture made;
    (void)state;
    fixture_start(&made, text, &many);
    htn_planner_limits(made.planner, &filled);
    assert_int_equal(filled.tuples, 0);
    assert_int_equal(htn_planner_bytes(&made.domain, &many), htn_planner_bytes(&made.domain, NULL));
    fixture_tear_down(&made);
    fixture_start(&made, chain, NULL);
    htn_planner_limits(made.planner, &filled);
    assert_int_equal(filled.tuples, 4096);
    fixture_tear_down(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_body_is_a_unit_of_work),
        cmocka_unit_test(a_search_can_be_suspended_between_bodies),
        cmocka_unit_test(a_full_table_fails_the_branch),
        cmocka_unit_test(without_another_plan_the_answer_is_the_limit),
        cmocka_unit_test(a_full_table_forgets_what_it_can),
        cmocka_unit_test(without_derived_conditions_there_is_no_table),
    };
    return cmocka_run_group_tests_name("derived", tests, NULL, NULL);
}
