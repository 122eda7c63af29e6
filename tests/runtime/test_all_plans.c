/* All plans at the planner's interface: misuse, budgets, limits, the world that goes. Random domains do the rest (tests/differential). */
#include "fixture.h"

static const char source[] = "Enum [P] Values [A, B, C]\n"
                             "World State [At : P, N : 0..9 = 5]\n"
                             "Compound Task [Be] Method [any p : P] Subtasks [Go(p), Optional [Use(1)]]\n"
                             "Compound Task [Way]\n"
                             "  Method [true] Subtasks [Use(3)]\n"
                             "  Method [true] Subtasks [Use(1)]\n"
                             "  Method [true] Subtasks [Use(2)]\n"
                             "  Method [true] Subtasks [Use(1), Use(0)]\n"
                             "Compound Task [Rounds] Method [N > 0] Subtasks [Use(1), Rounds()] Else Subtasks []\n"
                             "Compound Task [Part] Method [any p : P] Subtasks [Go(p), Split, Way()]\n"
                             "Compound Task [Parts] Method [any p : P] Subtasks [Go(p), Split, Way(), Split, Go(p)]\n"
                             "Primitive Task [Go(p : P)] Operator [Go(p)] Effects [At = p]\n"
                             "Primitive Task [Use(n : 0..9)] Operator [Use(n)] Effects [N -= n] Cost [n]\n"
                             "Root [Be]\n"
                             "Root [Way] Select [cheapest]\n"
                             "Root [Rounds]\n"
                             "Root [Part]\n"
                             "Root [Parts]\n";

enum { BE, WAY, ROUNDS, PART, PARTS };

static const char *next(fixture *made)
{
    return fixture_plan_text(made->planner, &made->domain, htn_plan_next(made->planner, 0));
}

static const char *keep(fixture *made, uint32_t root)
{
    const htn_request request = {.root = root, .keep = true};
    return fixture_find(made, &request);
}

static void plans_come_in_the_order_of_choices(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, source, NULL);
    assert_string_equal(keep(&made, BE), "Go(0) Use(1) MTR [0, 0]");
    assert_string_equal(next(&made), "Go(0) MTR [0, 1]");
    assert_string_equal(next(&made), "Go(1) Use(1) MTR [0, 0]");
    assert_string_equal(next(&made), "Go(1) MTR [0, 1]");
    assert_string_equal(next(&made), "Go(2) Use(1) MTR [0, 0]");
    assert_string_equal(next(&made), "Go(2) MTR [0, 1]");
    assert_string_equal(next(&made), htn_status_text(HTN_NO_PLAN));
    assert_int_equal(htn_plan_next(made.planner, 0), HTN_NOT_BEGUN);
    fixture_tear_down(&made);
}

static void the_cheapest_plans_come_by_cost(void **state)
{
    const htn_limits limits = {.choices = 4};
    fixture made;
    htn_plan plan;
    (void)state;
    fixture_start(&made, source, &limits);
    assert_string_equal(keep(&made, WAY), "Use(1) MTR [1]");
    assert_string_equal(next(&made), "Use(1) Use(0) MTR [3]");
    htn_planner_plan(made.planner, &plan);
    assert_true(plan.proven);
    assert_string_equal(next(&made), "Use(2) MTR [2]");
    assert_string_equal(next(&made), "Use(3) MTR [0]");
    assert_string_equal(next(&made), htn_status_text(HTN_NO_PLAN));
    assert_int_equal(htn_plan_next(made.planner, 0), HTN_NOT_BEGUN);
    fixture_tear_down(&made);
}

static void given_tasks_have_all_their_plans(void **state)
{
    const int32_t two = 2;
    fixture made;
    (void)state;
    fixture_start(&made, source, NULL);
    const htn_given_task tasks[] = {{htn_task_find(&made.domain, "Way"), NULL, 0},
                                    {htn_task_find(&made.domain, "Use"), &two, 1}};
    const htn_request request = {.keep = true, .tasks = tasks, .task_count = 2, .cheapest = true};
    assert_string_equal(fixture_find(&made, &request), "Use(1) Use(2) MTR [1]");
    assert_string_equal(next(&made), "Use(1) Use(0) Use(2) MTR [3]");
    assert_string_equal(next(&made), "Use(2) Use(2) MTR [2]");
    assert_string_equal(next(&made), "Use(3) Use(2) MTR [0]");
    assert_string_equal(next(&made), htn_status_text(HTN_NO_PLAN));
    fixture_tear_down(&made);
}

static void a_limit_behind_the_last_plan_is_no_proof(void **state)
{
    const htn_limits limits = {.steps = 4};
    fixture made;
    htn_plan plan;
    (void)state;
    fixture_start(&made, source, &limits);
    assert_string_equal(keep(&made, ROUNDS), "Use(1) Use(1) Use(1) Use(1) MTR [0, 0, 0, 0, 1]");
    htn_planner_plan(made.planner, &plan);
    assert_int_equal(plan.reached, HTN_REACHED_STEPS);
    assert_false(plan.proven);
    for (int i = 0; i < 4; i++)
        assert_int_equal(htn_plan_next(made.planner, 0), HTN_OK);
    assert_string_equal(next(&made), htn_status_text(HTN_LIMIT_STEPS));
    assert_int_equal(htn_plan_next(made.planner, 0), HTN_NOT_BEGUN);
    fixture_tear_down(&made);
}

static void the_limit_on_work_counts_all_calls(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, source, NULL);
    for (uint32_t root = BE; root <= WAY; root++) {
        const htn_request request = {.root = root, .keep = true, .work = 8};
        htn_status status = htn_plan_find(made.planner, &made.world, &request);
        int found = 0;
        for (; status == HTN_OK; found++)
            status = htn_plan_next(made.planner, 0);
        assert_int_equal(status, HTN_LIMIT_WORK);
        assert_in_range(found, 1, 3);
        assert_int_equal(htn_plan_next(made.planner, 0), HTN_NOT_BEGUN);
    }
    fixture_tear_down(&made);
}

static void budgets_suspend_any_call(void **state)
{
    static const int plans[] = {6, 4, 6, 3};
    fixture made;
    (void)state;
    fixture_start(&made, source, NULL);
    for (uint32_t root = BE; root <= PART; root++) {
        const htn_request request = {.root = root, .keep = true};
        htn_status status = HTN_SUSPENDED;
        int found = 0;
        assert_int_equal(htn_plan_begin(made.planner, &made.world, &request), HTN_OK);
        for (; status == HTN_SUSPENDED || status == HTN_OK; found += status == HTN_OK)
            status = htn_plan_next(made.planner, 1);
        assert_int_equal(status, HTN_NO_PLAN);
        assert_int_equal(found, plans[root]);
    }
    fixture_tear_down(&made);
}

static void a_search_that_is_not_kept_has_no_next_plan(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, source, NULL);
    assert_int_equal(htn_plan_next(NULL, 0), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_plan_next(made.planner, 0), HTN_NOT_BEGUN);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(htn_plan_next(made.planner, 0), HTN_NOT_BEGUN);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(htn_plan_next(made.planner, 0), HTN_NOT_BEGUN);
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_OK);
    const htn_request both = {.keep = true, .replan = true};
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, &both), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &both), HTN_BAD_ARGUMENT);
    fixture_tear_down(&made);
}

static void another_use_of_the_planner_ends_the_search(void **state)
{
    fixture made;
    htn_plan plan;
    (void)state;
    fixture_start(&made, source, NULL);
    keep(&made, BE);
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK); /* the search goes on */
    assert_string_equal(next(&made), "Go(0) MTR [0, 1]");
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, NULL), HTN_OK);
    assert_int_equal(htn_plan_next(made.planner, 0), HTN_NOT_BEGUN);
    keep(&made, BE);
    htn_planner_drop(made.planner); /* of another plan: the search goes on */
    assert_string_equal(next(&made), "Go(0) MTR [0, 1]");
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(htn_plan_next(made.planner, 0), HTN_NOT_BEGUN);
    htn_planner_plan(made.planner, &plan);
    assert_int_equal(plan.step_count, 2); /* the plan is still there */
    fixture_tear_down(&made);
}

static void what_remains_behind_a_split_has_plans_of_its_own(void **state)
{
    const htn_request go_on = {.root = PART, .keep = true, .go_on = true};
    fixture made;
    (void)state;
    fixture_start(&made, source, NULL);
    assert_string_equal(keep(&made, PART), "Go(0) Split MTR [0]");
    assert_string_equal(next(&made), "Go(1) Split MTR [0]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(next(&made), "Go(2) Split MTR [0]");
    assert_string_equal(next(&made), htn_status_text(HTN_NO_PLAN));
    assert_string_equal(fixture_find(&made, &go_on), "Use(3) MTR [0]"); /* behind a split the first plan counts */
    assert_string_equal(next(&made), "Use(1) MTR [1]");
    htn_planner_drop(made.planner);
    assert_int_equal(htn_plan_next(made.planner, 0), HTN_NOT_BEGUN);
    fixture_tear_down(&made);
}

static void a_continuation_may_be_adopted_between_its_plans(void **state)
{
    const htn_request go_on = {.root = PARTS, .keep = true, .go_on = true}, last = {.root = PARTS, .go_on = true};
    fixture made;
    htn_plan running;
    (void)state;
    fixture_start(&made, source, NULL);
    keep(&made, PARTS);
    assert_string_equal(next(&made), "Go(1) Split MTR [0]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(fixture_find(&made, &go_on), "Use(3) Split MTR [0]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(next(&made), "Use(1) Split MTR [1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK); /* in place of the other continuation */
    assert_string_equal(next(&made), "Use(2) Split MTR [2]");
    assert_true(htn_planner_running(made.planner, &running));
    assert_true(running.continues);
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, NULL), HTN_OK);
    assert_string_equal(fixture_find(&made, &last), "Go(1) MTR []"); /* p is what the first part has chosen */
    fixture_tear_down(&made);
}

/* `user`: how many questions are answered late from now on. */
static htn_status say_later(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    int *late = user;
    (void)question, (void)count;
    if ((*late)-- > 0)
        return HTN_WAITS;
    answers[0] = 1;
    return HTN_OK;
}

static void a_late_answer_makes_a_later_plan_wait(void **state)
{
    int late = 0;
    fixture made;
    (void)state;
    fixture_start(&made,
                  "Query [Open() : bool]\n"
                  "Compound Task [Leave] Method [true] Subtasks [Go()] Method [Open()] Subtasks [Go(), Go()]\n"
                  "Primitive Task [Go] Operator [Go]\n"
                  "Compound Task [LeaveCheaply] Method [true] Subtasks [Leave()]\n"
                  "Root [Leave]\n"
                  "Root [LeaveCheaply] Select [cheapest]\n",
                  NULL);
    htn_planner_answer(made.planner, say_later, &late);
    for (uint32_t root = 0; root < 2; root++) {
        late = root == 0 ? 0 : -99;
        assert_string_equal(keep(&made, root), root == 0 ? "Go() MTR [0]" : "Go() MTR [0, 0]");
        late = 2;
        assert_int_equal(htn_plan_next(made.planner, 0), HTN_WAITS);
        assert_int_equal(htn_plan_step(made.planner, 1), HTN_WAITS);
        assert_string_equal(next(&made), root == 0 ? "Go() Go() MTR [1]" : "Go() Go() MTR [0, 1]");
        assert_int_equal(late, -1);
        late = 1;
        assert_int_equal(htn_plan_next(made.planner, 0), root == 0 ? HTN_NO_PLAN : HTN_WAITS);
        if (root == 1)
            assert_int_equal(htn_plan_next(made.planner, 0), HTN_NO_PLAN);
    }
    fixture_tear_down(&made);
}

static void the_search_sees_the_world_in_which_it_began(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, source, NULL);
    for (uint32_t root = WAY; root <= ROUNDS; root++) {
        const size_t size = htn_world_bytes(&made.domain);
        void *memory = malloc(size);
        htn_world *world = malloc(sizeof *world);
        const htn_request request = {.root = root, .keep = true};
        int found = 1;
        assert_int_equal(htn_world_init(world, &made.domain, memory, size), HTN_OK);
        assert_int_equal(htn_plan_find(made.planner, world, &request), HTN_OK);
        fixture_set(world, "N", 0);
        assert_int_equal(htn_plan_next(made.planner, 0), HTN_OK);
        free(memory); /* nobody reads it any more */
        free(world);
        while (htn_plan_next(made.planner, 0) == HTN_OK)
            found++;
        assert_int_equal(found + 1, root == WAY ? 4 : 6);
    }
    fixture_tear_down(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_come_in_the_order_of_choices),
        cmocka_unit_test(the_cheapest_plans_come_by_cost),
        cmocka_unit_test(given_tasks_have_all_their_plans),
        cmocka_unit_test(a_limit_behind_the_last_plan_is_no_proof),
        cmocka_unit_test(the_limit_on_work_counts_all_calls),
        cmocka_unit_test(budgets_suspend_any_call),
        cmocka_unit_test(a_search_that_is_not_kept_has_no_next_plan),
        cmocka_unit_test(another_use_of_the_planner_ends_the_search),
        cmocka_unit_test(what_remains_behind_a_split_has_plans_of_its_own),
        cmocka_unit_test(a_continuation_may_be_adopted_between_its_plans),
        cmocka_unit_test(a_late_answer_makes_a_later_plan_wait),
        cmocka_unit_test(the_search_sees_the_world_in_which_it_began),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
