/*
 * Root ... Select [cheapest] at the planner's interface: the best plan so far while the search is suspended, what proves a
 * plan, what ends a search that has one, what may replace a running plan. That the plan is the cheapest, the random problems
 * of tests/differential show.
 */
#include "fixture.h"

#include <stdio.h>

static htn_plan plan_of(const fixture *made)
{
    htn_plan plan;
    htn_planner_plan(made->planner, &plan);
    return plan;
}

/* The plans in the order of the methods cost 9, 7, 7 and 4; the third one of them takes two steps. */
static const char four[] = "World State [ Open : bool = true, Done : 0..9, Price : 0..9 = 4 ]\n"
                           "Root [Go] Select [cheapest]\nRoot [First]\n"
                           "Compound Task [Go]\n  Method [] Subtasks [Way()]\n"
                           "Compound Task [First]\n  Method [] Subtasks [Way()]\n"
                           "Compound Task [Way]\n"
                           "  Method [] Subtasks [Pay(9)]\n"
                           "  Method [] Subtasks [Pay(7)]\n"
                           "  Method [] Subtasks [Pay(3), Pay(4)]\n"
                           "  Method [Open] Subtasks [Pay(Price)]\n"
                           "Primitive Task [Pay(price : int)] Effects [Done += 1] Cost [price]\n";

static void the_cheapest_plan_is_taken_and_the_first_of_equals(void **state)
{
    const htn_request second = {.root = 1};
    fixture made;
    (void)state;
    fixture_start(&made, four, NULL);
    assert_string_equal(fixture_find(&made, NULL), "Pay(4) MTR [0, 3]");
    assert_int_equal(plan_of(&made).cost, 4);
    assert_true(plan_of(&made).proven);
    assert_string_equal(fixture_find(&made, &second), "Pay(9) MTR [0, 0]"); /* the other root takes the first */
    assert_true(plan_of(&made).proven);
    fixture_set(&made.world, "Open", 0);
    assert_string_equal(fixture_find(&made, NULL), "Pay(7) MTR [0, 1]");
    fixture_tear_down(&made);
}

static void a_horizon_ends_no_plan_of_a_root_that_takes_the_cheapest(void **state)
{
    const htn_request cheapest = {.horizon = 500}, first = {.root = 1, .horizon = 500};
    fixture made;
    (void)state;
    fixture_start(&made,
                  "World State [ A : bool ]\nRoot [Go] Select [cheapest]\nRoot [Walk]\n"
                  "Compound Task [Go]\n  Method [] Subtasks [Walk()]\n"
                  "Compound Task [Walk]\n  Method [] Subtasks [Pace(), Pace(), Pace()]\n"
                  "Primitive Task [Pace] Operator [Pace] Duration [400ms]\n",
                  NULL);
    assert_string_equal(fixture_find(&made, &cheapest), "Pace() Pace() Pace() MTR [0, 0]");
    assert_string_equal(fixture_find(&made, &first), "Pace() Pace() Horizon MTR [0]");
    fixture_tear_down(&made);
}

static void costs_below_0_count_as_0(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made,
                  "World State [ Toll : -9..9 = -9 ]\nRoot [Go] Select [cheapest]\n"
                  "Compound Task [Go]\n  Method [Toll > 8] Subtasks []\n  Method [] Subtasks [Bribe(), Walk()]\n"
                  "  Method [] Subtasks [Walk()]\n"
                  "Primitive Task [Bribe] Cost [Toll]\nPrimitive Task [Walk]\n",
                  NULL);
    assert_string_equal(fixture_find(&made, NULL), "Bribe() Walk() MTR [1]");
    assert_int_equal(plan_of(&made).cost, 1);
    fixture_set(&made.world, "Toll", 9);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_OK);
    assert_true(plan_of(&made).proven);
    fixture_tear_down(&made);
}

/* --- Anytime ---------------------------------------------------------------------------------------- */

static void a_suspended_search_has_its_best_plan_so_far(void **state)
{
    int32_t costs[8], last = INT32_MAX;
    htn_status status;
    size_t seen = 0;
    fixture made;
    (void)state;
    fixture_start(&made, four, NULL);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(plan_of(&made).record_count, 0); /* none yet */
    assert_int_equal(htn_planner_adopt(made.planner), HTN_NOT_BEGUN);
    while ((status = htn_plan_step(made.planner, 1)) == HTN_SUSPENDED) {
        const htn_plan plan = plan_of(&made);
        assert_false(plan.proven);
        if (plan.record_count > 0 && plan.cost != last)
            costs[seen++] = last = plan.cost;
    }
    assert_int_equal(status, HTN_OK);
    assert_int_equal(seen, 2);
    assert_int_equal(costs[0], 9);
    assert_int_equal(costs[1], 7);
    assert_int_equal(plan_of(&made).cost, 4); /* nothing is left to try behind it */
    assert_true(plan_of(&made).proven);
    fixture_tear_down(&made);
}

static void it_can_be_adopted_and_the_search_goes_on(void **state)
{
    htn_plan running;
    fixture made;
    (void)state;
    fixture_start(&made, four, NULL);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    while (plan_of(&made).record_count == 0)
        assert_int_equal(htn_plan_step(made.planner, 1), HTN_SUSPENDED);
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_true(htn_planner_running(made.planner, &running));
    assert_int_equal(running.cost, 9);
    assert_false(running.proven);
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_OK);
    assert_int_equal(plan_of(&made).cost, 4);
    assert_true(htn_planner_running(made.planner, &running)); /* untouched */
    assert_int_equal(running.cost, 9);
    assert_int_equal(running.values[running.steps[0].arguments], 9);
    fixture_tear_down(&made);
}

static void a_limit_on_work_ends_with_the_best_plan_or_as_a_limit(void **state)
{
    htn_request request = {0};
    htn_status status = HTN_LIMIT_WORK;
    fixture made;
    (void)state;
    fixture_start(&made, four, NULL);
    while (status == HTN_LIMIT_WORK) {
        request.work++;
        status = htn_plan_find(made.planner, &made.world, &request);
    }
    assert_int_equal(status, HTN_OK);
    assert_int_equal(request.work, 3); /* two methods and a step */
    assert_int_equal(plan_of(&made).cost, 9);
    assert_int_equal(plan_of(&made).reached, HTN_REACHED_WORK);
    assert_false(plan_of(&made).proven);
    request.work = 100;
    assert_int_equal(htn_plan_find(made.planner, &made.world, &request), HTN_OK);
    assert_int_equal(plan_of(&made).reached, 0);
    fixture_tear_down(&made);
}

static void a_full_region_ends_with_the_best_plan_too(void **state)
{
    static const char text[] = "World State [ Trodden : 0..9 ]\nRoot [Go] Select [cheapest]\n"
                               "Compound Task [Go]\n  Method [] Subtasks [Pay()]\n"
                               "  Method [] Subtasks [Way(), Way(), Way(), Way(), Way(), Way(), Way(), Way()]\n"
                               "Compound Task [Way]\n  Method [] Subtasks [Tread()]\n"
                               "Primitive Task [Pay] Cost [9]\n"
                               "Primitive Task [Tread] Effects [Trodden += 1] Cost [Trodden / 9]\n";
    const htn_limits limits = {.steps = 32, .record = 5};
    fixture made;
    (void)state;
    fixture_start(&made, text, &limits);
    assert_string_equal(fixture_find(&made, NULL), "Pay() MTR [0]");
    assert_int_equal(plan_of(&made).reached, HTN_REACHED_ROOM);
    assert_false(plan_of(&made).proven);
    fixture_tear_down(&made);
}

static void a_cut_branch_leaves_open_whether_it_was_cheaper(void **state)
{
    static const char text[] = "World State [ Far : 0..9 = 3, Long : bool ]\nRoot [Go] Select [cheapest]\n"
                               "Compound Task [Go]\n  Method [] Subtasks [Ride()]\n  Method [] Subtasks [Walk()]\n"
                               "Compound Task [Walk]\n  Method [Far == 0] Subtasks []\n"
                               "  Method [] Subtasks [Step(), Walk()]\n"
                               "Primitive Task [Ride] Cost [7]\n"
                               "Primitive Task [Step] Effects [Far -= 1] Cost [2]\n";
    const htn_limits few = {.steps = 2};
    fixture made;
    (void)state;
    fixture_start(&made, text, &few);
    assert_string_equal(fixture_find(&made, NULL), "Ride() MTR [0]");
    assert_int_equal(plan_of(&made).reached, HTN_REACHED_STEPS);
    assert_false(plan_of(&made).proven);
    fixture_set(&made.world, "Far", 2);
    assert_string_equal(fixture_find(&made, NULL), "Step() Step() MTR [1, 1, 1, 0]");
    assert_int_equal(plan_of(&made).reached, 0);
    fixture_tear_down(&made);
}

/* A branch that could not have been cheaper is not missed: three steps of 2 have cost 6, and a fourth would make 8. */
static void a_branch_that_is_too_dear_already_is_no_cut(void **state)
{
    static const char text[] = "World State [ Far : 0..9 = 9 ]\nRoot [Go] Select [cheapest]\n"
                               "Compound Task [Go]\n  Method [] Subtasks [Ride()]\n  Method [] Subtasks [Walk()]\n"
                               "Compound Task [Walk]\n  Method [Far == 0] Subtasks []\n"
                               "  Method [] Subtasks [Step(), Walk()]\n"
                               "Primitive Task [Ride] Cost [7]\n"
                               "Primitive Task [Step] Effects [Far -= 1] Cost [2]\n";
    const htn_limits few = {.steps = 4};
    fixture made;
    (void)state;
    fixture_start(&made, text, &few);
    assert_string_equal(fixture_find(&made, NULL), "Ride() MTR [0]");
    assert_int_equal(plan_of(&made).reached, 0);
    assert_true(plan_of(&made).proven);
    fixture_tear_down(&made);
}

static void a_block_can_be_moved_with_its_best_plan(void **state)
{
    htn_limits limits = {.steps = 16};
    fixture made;
    (void)state;
    fixture_start(&made, four, &limits);
    const size_t size = htn_planner_bytes(&made.domain, &limits);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(htn_plan_step(made.planner, 4), HTN_SUSPENDED);
    void *moved = fixture_copy((const uint8_t *)made.planner, size);
    memset(made.planner, 0x5A, size);
    free(made.planner);
    assert_int_equal(htn_planner_attach(&made.planner, &made.domain, moved, size), HTN_OK);
    assert_int_equal(plan_of(&made).cost, 9);
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_OK);
    assert_string_equal(fixture_plan_text(made.planner, &made.domain, HTN_OK), "Pay(4) MTR [0, 3]");
    fixture_tear_down(&made);
}

/* --- Replanning ------------------------------------------------------------------------------------- */

static void only_what_costs_less_than_the_rest_replaces_a_running_plan(void **state)
{
    static const char text[] =
        "World State [ A : 0..99 = 3, B : 0..99 = 3, C : 0..99 = 9, Hurt : bool ]\n"
        "Root [Go] Select [cheapest]\n"
        "Compound Task [Go]\n  Method [] Subtasks [One(C)]\n  Method [] Subtasks [Two(), Three()]\n"
        "Primitive Task [One(price : int)] Operator [One] Cost [C]\n"
        "Primitive Task [Two] Operator [Two] Cost [A]\n"
        "Primitive Task [Three] Preconditions [not Hurt] Operator [Three] Cost [B]\n";
    htn_request request = {.replan = true};
    fixture made;
    (void)state;
    fixture_start(&made, text, NULL);
    assert_string_equal(fixture_find(&made, NULL), "Two() Three() MTR [1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(fixture_find(&made, &request), htn_status_text(HTN_STANDS));
    fixture_set(&made.world, "C", 6); /* as much as what remains, and in front: not less */
    assert_string_equal(fixture_find(&made, &request), htn_status_text(HTN_STANDS));
    request.steps_done = 1; /* 3 remain */
    fixture_set(&made.world, "C", 3);
    assert_string_equal(fixture_find(&made, &request), htn_status_text(HTN_STANDS));
    fixture_set(&made.world, "C", 2);
    assert_string_equal(fixture_find(&made, &request), "One(2) MTR [0]");
    fixture_set(&made.world, "B", 1); /* the rest has become cheaper, as the world is now */
    assert_string_equal(fixture_find(&made, &request), htn_status_text(HTN_STANDS));
    fixture_set(&made.world, "Hurt", 1); /* it no longer holds: planning starts afresh */
    fixture_set(&made.world, "C", 50);
    assert_string_equal(fixture_find(&made, &request), "One(50) MTR [0]");
    fixture_tear_down(&made);
}

static void what_has_nothing_left_to_do_stands(void **state)
{
    const htn_request request = {.replan = true, .steps_done = 1, .work = 1};
    fixture made;
    (void)state;
    fixture_start(&made, four, NULL);
    assert_string_equal(fixture_find(&made, NULL), "Pay(4) MTR [0, 3]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(fixture_find(&made, &request), htn_status_text(HTN_STANDS)); /* without any work */
    fixture_tear_down(&made);
}

static void validating_a_plan_counts_its_costs_but_is_not_bound_by_them(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, four, NULL);
    assert_string_equal(fixture_find(&made, NULL), "Pay(4) MTR [0, 3]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(fixture_find(&made, NULL), "Pay(4) MTR [0, 3]"); /* leaves a bound of 4 behind */
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, NULL), HTN_OK);
    assert_int_equal(plan_of(&made).record_count, 0); /* the plan found is given up */
    fixture_tear_down(&made);
}

/* --- The blob --------------------------------------------------------------------------------------- */

static void the_blob_says_what_tasks_cost_at_least(void **state)
{
    static const struct {
        const char *task;
        uint32_t least;
    } expected[] = {{"Go", 2}, {"Way", 2}, {"Loop", 5}, {"Ever", INT32_MAX}, {"Pay", 0}, {"Toll", 2}, {"Plain", 1}};
    fixture made;
    (void)state;
    fixture_start(
        &made,
        "World State [ Gold : 0..99 = 9, Done : 0..99 ]\nRoot [Go] Select [cheapest]\n"
        "Compound Task [Go]\n  Method [] Subtasks [Loop(), Way()]\n  Method [Gold > 5] Subtasks [Way()]\n"
        "Compound Task [Way]\n  Method [] Subtasks [Toll(), Pay()]\n  Method [] Subtasks [Plain(), Plain(), Plain()]\n"
        "Compound Task [Loop]\n  Method [Done > 3] Subtasks [Loop(), Loop()]\n  Method [] Subtasks [Plain(), Loop()]\n"
        "  Method [] Subtasks [Toll(), Plain(), Toll()]\n  Method [] Subtasks [Ever()]\n"
        "Compound Task [Ever]\n  Method [] Subtasks [Plain(), Ever()]\n"
        "Primitive Task [Pay] Cost [Gold - 3]\nPrimitive Task [Toll] Cost [2 + min(Gold, 50) / 10]\n"
        "Primitive Task [Plain] Effects [Done += 1]\n",
        NULL);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(htn_domain_field(&made.domain, HTN_SECTION_TASKS,
                                          htn_task_find(&made.domain, expected[i].task), HTN_TASKS_LOWER_BOUND),
                         expected[i].least);
    assert_int_equal(htn_domain_field(&made.domain, HTN_SECTION_ROOTS, 0, HTN_ROOTS_FLAGS), HTN_ROOT_CHEAPEST);
    assert_int_not_equal(made.domain.flags & HTN_BLOB_COSTS, 0);
    assert_int_equal(made.domain.cheapest, 1);
    assert_string_equal(fixture_find(&made, NULL), "Plain() Plain() Plain() MTR [1, 1]");
    fixture_tear_down(&made);
}

/* Ten stages of four ways each are a million plans; the least costs of what remains leave a few hundred to try. */
static void least_costs_of_what_remains_cut_the_search_short(void **state)
{
    enum { STAGES = 10, WAYS = 4, ROOM = 16384 };
    static char text[ROOM];
    const htn_request request = {.work = 500};
    size_t used = 0;
    fixture made;
    (void)state;
    used += (size_t)snprintf(text + used, ROOM - used,
                             "Root [All] Select [cheapest]\nCompound Task [All]\n  Method [] Subtasks [");
    for (int i = 0; i < STAGES; i++)
        used += (size_t)snprintf(text + used, ROOM - used, "Stage%d(), ", i);
    used += (size_t)snprintf(text + used, ROOM - used, "]\n");
    for (int i = 0; i < STAGES; i++) {
        used += (size_t)snprintf(text + used, ROOM - used, "Compound Task [Stage%d]\n", i);
        for (int k = 0; k < WAYS; k++)
            used += (size_t)snprintf(text + used, ROOM - used, "  Method [] Subtasks [Do%d()]\n", (i * 3 + k) % WAYS);
    }
    for (int k = 0; k < WAYS; k++)
        used += (size_t)snprintf(text + used, ROOM - used, "Primitive Task [Do%d] Cost [%d]\n", k, 5 + k);
    fixture_start(&made, text, NULL);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &request), HTN_OK);
    assert_int_equal(plan_of(&made).cost, 5 * STAGES);
    assert_true(plan_of(&made).proven);
    fixture_tear_down(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cheapest_plan_is_taken_and_the_first_of_equals),
        cmocka_unit_test(a_horizon_ends_no_plan_of_a_root_that_takes_the_cheapest),
        cmocka_unit_test(costs_below_0_count_as_0),
        cmocka_unit_test(a_suspended_search_has_its_best_plan_so_far),
        cmocka_unit_test(it_can_be_adopted_and_the_search_goes_on),
        cmocka_unit_test(a_limit_on_work_ends_with_the_best_plan_or_as_a_limit),
        cmocka_unit_test(a_full_region_ends_with_the_best_plan_too),
        cmocka_unit_test(a_cut_branch_leaves_open_whether_it_was_cheaper),
        cmocka_unit_test(a_branch_that_is_too_dear_already_is_no_cut),
        cmocka_unit_test(a_block_can_be_moved_with_its_best_plan),
        cmocka_unit_test(only_what_costs_less_than_the_rest_replaces_a_running_plan),
        cmocka_unit_test(what_has_nothing_left_to_do_stands),
        cmocka_unit_test(validating_a_plan_counts_its_costs_but_is_not_bound_by_them),
        cmocka_unit_test(the_blob_says_what_tasks_cost_at_least),
        cmocka_unit_test(least_costs_of_what_remains_cut_the_search_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
