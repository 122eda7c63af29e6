/*
 * Achieves at the planner's interface: what a plan says of them, what may replace a running plan, limits, and searches that
 * are spread out or given up.
 */
#include "fixture.h"

#include <stdio.h>

static const char smith[] = "World State [ Lit : bool, Hot : 0..3, Blades : 0..4, Sold : 0..4, Alarm : bool ]\n"
                            "Compound Task [Work]\n"
                            "  Method [not Alarm] Subtasks [Achieve [Blades == 2] Using [Light, Heat, Forge], Sell(),\n"
                            "    Achieve [Hot == 0, Lit] Using [Cool, Light], Close()]\n"
                            "  Method [] Subtasks [Flee()]\n"
                            "Compound Task [Close]\n"
                            "  Method [Sold > 1] Subtasks [Lock()]\n"
                            "  Method [] Subtasks []\n"
                            "Primitive Task [Light] Preconditions [not Lit] Effects [Lit = true]\n"
                            "Primitive Task [Heat] Preconditions [Lit] Effects [Hot += 1]\n"
                            "Primitive Task [Forge] Preconditions [Hot > 1] Effects [Blades += 1, Hot -= 1]\n"
                            "Primitive Task [Sell] Preconditions [Blades > 0] Effects [Sold += 1]\n"
                            "Primitive Task [Cool] Preconditions [Hot > 0] Effects [Hot -= 1]\n"
                            "Primitive Task [Flee]\nPrimitive Task [Lock]\n";

static const char smith_plan[] = "Light() Heat() Heat() Heat() Forge() Forge() Sell() Cool() MTR [0, 1]";

/* --- Plans ----------------------------------------------------------------------------------------- */

static void a_plan_says_which_steps_an_achieve_came_to(void **state)
{
    static const htn_span expected[] = {{HTN_SPAN_ACHIEVE, 0, 6, HTN_NONE, 0}, {HTN_SPAN_ACHIEVE, 7, 8, HTN_NONE, 0}};
    htn_plan plan;
    fixture made;
    (void)state;
    fixture_start(&made, smith, NULL);
    assert_string_equal(fixture_find(&made, NULL), smith_plan);
    htn_planner_plan(made.planner, &plan);
    assert_int_equal(plan.span_count, 2);
    assert_memory_equal(plan.spans, expected, sizeof expected);
    assert_int_equal(plan.cost, 8);
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_true(htn_planner_running(made.planner, &plan));
    assert_int_equal(plan.span_count, 2);
    assert_memory_equal(plan.spans, expected, sizeof expected);
    fixture_tear_down(&made);
}

static void a_search_of_its_own_leaves_the_world_as_it_was(void **state)
{
    fixture made;
    int budget;
    (void)state;
    fixture_start(&made, smith, NULL);
    for (budget = 1; budget < 400; budget += 7) {
        fixture_set(&made.world, "Blades", 0);
        assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
        if (htn_plan_step(made.planner, (uint32_t)budget) != HTN_SUSPENDED)
            break;
        fixture_set(&made.world, "Blades", 3); /* the search before is given up somewhere */
        assert_string_equal(fixture_find(&made, NULL), "Flee() MTR [1]");
        fixture_set(&made.world, "Blades", 1);
        assert_string_equal(fixture_find(&made, NULL), "Light() Heat() Heat() Forge() Sell() Cool() MTR [0, 1]");
    }
    assert_true(budget > 50);
    fixture_tear_down(&made);
}

/* `Dry` and `Tools` are tested by actions, and no action writes them: what is known of them must not outlive a change. */
static void each_search_asks_what_no_action_changes(void **state)
{
    static const char hut[] = "World State [ Dry : bool = true, Tools : 0..9 = 9, Fire : bool, Warm : bool ]\n"
                              "Compound Task [Warm]\n"
                              "  Method [] Subtasks [Achieve [Warm] Using [Match, Stove, Hug]]\n"
                              "Primitive Task [Match] Preconditions [Dry, not Fire] Effects [Fire = true]\n"
                              "Primitive Task [Stove] Preconditions [Tools > 3, Fire] Effects [Warm = true]\n"
                              "Primitive Task [Hug] Preconditions [not Warm] Effects [Warm = true] Cost [9]\n";
    static const char fire[] = "Match() Stove() MTR [0]", hug[] = "Hug() MTR [0]";
    fixture made;
    (void)state;
    fixture_start(&made, hut, NULL);
    for (int round = 0; round < 2; round++) {
        assert_string_equal(fixture_find(&made, NULL), fire);
        fixture_set(&made.world, "Dry", 0);
        assert_string_equal(fixture_find(&made, NULL), hug);
        fixture_set(&made.world, "Dry", 1);
        fixture_set(&made.world, "Tools", 3);
        assert_string_equal(fixture_find(&made, NULL), hug);
        assert_string_equal(fixture_find(&made, NULL), hug);
        fixture_set(&made.world, "Tools", 4);
    }
    fixture_tear_down(&made);
}

static void a_budget_of_one_comes_to_the_same_steps(void **state)
{
    fixture made;
    htn_status status;
    (void)state;
    fixture_start(&made, smith, NULL);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    fixture_set(&made.world, "Alarm", 1);
    while ((status = htn_plan_step(made.planner, 1)) == HTN_SUSPENDED)
        continue;
    assert_string_equal(fixture_plan_text(made.planner, &made.domain, status), smith_plan);
    fixture_tear_down(&made);
}

/* --- Limits ---------------------------------------------------------------------------------------- */

static void a_limit_on_nodes_fails_the_branch(void **state)
{
    static const htn_limits few = {.nodes = 5}, fewest = {.nodes = 1};
    static const char text[] = "World State [ N : 0..9, Far : bool ]\n"
                               "Compound Task [Count]\n"
                               "  Method [] Subtasks [Achieve [N == 8] Using [Up]]\n"
                               "  Method [not Far] Subtasks [Achieve [N == 3] Using [Up]]\n"
                               "Primitive Task [Up] Effects [N += 1]\n";
    htn_limits filled;
    htn_plan plan;
    fixture made;
    (void)state;
    fixture_start(&made, text, &few);
    assert_string_equal(fixture_find(&made, NULL), "Up() Up() Up() MTR [1]");
    htn_planner_plan(made.planner, &plan);
    assert_int_equal(plan.reached, HTN_REACHED_NODES);
    fixture_set(&made.world, "Far", 1);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_LIMIT_NODES);
    free(made.planner);
    made.planner = fixture_planner(&made.domain, &fewest);
    fixture_set(&made.world, "N", 8);
    assert_string_equal(fixture_find(&made, NULL), "MTR [0]");
    fixture_set(&made.world, "N", 7);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_LIMIT_NODES);
    free(made.planner);
    made.planner = fixture_planner(&made.domain, NULL);
    htn_planner_limits(made.planner, &filled);
    assert_int_equal(filled.nodes, 4096);
    assert_string_equal(fixture_find(&made, NULL), "Up() MTR [0]");
    fixture_tear_down(&made);
}

static void steps_beyond_the_limit_fail_the_branch(void **state)
{
    static const htn_limits seven = {.steps = 7}, eight = {.steps = 8};
    fixture made;
    htn_plan plan;
    (void)state;
    fixture_start(&made, smith, &seven);
    assert_string_equal(fixture_find(&made, NULL), "Flee() MTR [1]");
    htn_planner_plan(made.planner, &plan);
    assert_int_equal(plan.reached, HTN_REACHED_STEPS);
    free(made.planner);
    made.planner = fixture_planner(&made.domain, &eight);
    assert_string_equal(fixture_find(&made, NULL), smith_plan);
    fixture_tear_down(&made);
}

static void a_region_that_runs_out_is_named(void **state)
{
    static const struct {
        htn_limits limits;
        htn_status expected;
    } cases[] = {{{.choices = 1}, HTN_FULL_CHOICES},
                 {{.trail = 3}, HTN_FULL_TRAIL},
                 {{.spans = 1}, HTN_FULL_SPANS},
                 {{.frames = 4}, HTN_FULL_FRAMES}};
    fixture made;
    size_t size;
    htn_planner *planner;
    void *memory;
    (void)state;
    fixture_start(&made, smith, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        planner = fixture_planner(&made.domain, &cases[i].limits);
        const htn_status status = htn_plan_find(planner, &made.world, NULL);
        if (status != cases[i].expected)
            fail_msg("case %d: %s, not %s", (int)i, htn_status_text(status), htn_status_text(cases[i].expected));
        free(planner);
    }
    size = htn_planner_bytes(&made.domain, NULL) / 2;
    memory = malloc(size);
    assert_int_equal(htn_planner_init(&planner, &made.domain, NULL, memory, size), HTN_FULL_NODES);
    free(memory);
    fixture_tear_down(&made);
}

static void a_domain_without_achieves_has_no_nodes(void **state)
{
    static const htn_limits many = {.nodes = 1 << 20};
    fixture made;
    htn_limits filled;
    (void)state;
    fixture_start(&made, "Compound Task [Root] Method [] Subtasks [Act()]\nPrimitive Task [Act]\n", &many);
    htn_planner_limits(made.planner, &filled);
    assert_int_equal(filled.nodes, 0);
    assert_true(htn_planner_bytes(&made.domain, &many) == htn_planner_bytes(&made.domain, NULL));
    fixture_tear_down(&made);
}

/* --- Replanning ------------------------------------------------------------------------------------ */

/* What it came to is kept while it holds, whatever would be cheaper now. */
static void along_a_running_plan_nothing_is_searched_again(void **state)
{
    const htn_request replan = {.replan = true};
    fixture made;
    (void)state;
    fixture_start(&made, smith, NULL);
    assert_string_equal(fixture_find(&made, NULL), smith_plan);
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS);
    fixture_set(&made.world, "Hot", 1); /* one Heat less would do now */
    assert_string_equal(fixture_find(&made, &replan), "the running plan stands");
    fixture_set(&made.world, "Hot", 0);
    fixture_set(&made.world, "Sold", 1); /* behind both Achieves a method of higher priority comes up */
    assert_string_equal(fixture_find(&made, &replan),
                        "Light() Heat() Heat() Heat() Forge() Forge() Sell() Cool() Lock() MTR [0, 0]");
    fixture_tear_down(&made);
}

/* Where its own steps no longer come to the goal the path ends, and with it the search. */
static void a_running_plan_whose_steps_miss_the_goal_stands(void **state)
{
    const htn_request replan = {.replan = true};
    fixture made;
    (void)state;
    fixture_start(&made, smith, NULL);
    assert_string_equal(fixture_find(&made, NULL), smith_plan);
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    fixture_set(&made.world, "Blades", 1); /* three in the end */
    fixture_set(&made.world, "Sold", 1);
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, NULL), HTN_OK);
    assert_string_equal(fixture_find(&made, &replan), "the running plan stands");
    fixture_tear_down(&made);
}

static const char guide[] = "Entities [Guest] Max [2]\n"
                            "World State [ Shown(Guest) : bool, Late : bool, Tired : bool ]\n"
                            "Compound Task [Lead]\n"
                            "  Method [] Subtasks [Achieve [every(g : Guest : Shown(g))] Using [Show], Rest()]\n"
                            "Compound Task [Rest]\n"
                            "  Method [Late] Subtasks [Nap()]\n"
                            "  Method [] Subtasks [Sit()]\n"
                            "Primitive Task [Show(g : Guest)] Preconditions [not Shown(g)] Operator [Show(g)]\n"
                            "  Effects [Shown(g) = true]\n"
                            "Primitive Task [Nap]\nPrimitive Task [Sit]\n";

static void a_new_instance_is_not_the_one_that_the_steps_are_about(void **state)
{
    htn_request replan = {.replan = true, .steps_done = 1};
    int32_t first, second;
    fixture made;
    (void)state;
    fixture_start(&made, guide, NULL);
    const uint32_t type = htn_type_find(&made.domain, "Guest");
    assert_int_equal(htn_world_spawn(&made.world, type, &first), HTN_OK);
    assert_int_equal(htn_world_spawn(&made.world, type, &second), HTN_OK);
    assert_string_equal(fixture_find(&made, NULL), "Show(0) Show(1) Sit() MTR [0, 1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    fixture_set(&made.world, "Late", 1);
    assert_string_equal(fixture_find(&made, &replan), "Show(0) Show(1) Nap() MTR [0, 0]");
    assert_int_equal(htn_world_despawn(&made.world, type, first), HTN_OK);
    assert_int_equal(htn_world_spawn(&made.world, type, &first), HTN_OK);
    assert_string_equal(fixture_find(&made, &replan), "the running plan stands");
    replan.steps_done = 0;
    assert_string_equal(fixture_find(&made, &replan),
                        "Show(0) Show(1) Nap() MTR [0, 0]"); /* it has failed: made anew */
    fixture_tear_down(&made);
}

/* --- Tracing --------------------------------------------------------------------------------------- */

typedef struct told {
    int achieve, achieved, unachievable, cut, others;
    htn_achievement last;
} told;

static void listen(void *user, const htn_planner *planner, const htn_event *event)
{
    told *so_far = user;
    switch (event->kind) {
    case HTN_EVENT_ACHIEVE: so_far->achieve++; break;
    case HTN_EVENT_ACHIEVED: so_far->achieved++; break;
    case HTN_EVENT_UNACHIEVABLE: so_far->unachievable++; break;
    case HTN_EVENT_LIMIT: so_far->cut += event->index == HTN_REACHED_NODES; break;
    default: so_far->others++; break;
    }
    if (event->kind == HTN_EVENT_ACHIEVED && so_far->achieved == 1)
        htn_trace_achievement(planner, &so_far->last);
}

/* Its own search is told as one event, the steps that it came to like any others. */
static void a_listener_hears_of_the_outcome_only(void **state)
{
    told all = {0};
    fixture made;
    (void)state;
    fixture_start(&made, smith, NULL);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(htn_plan_trace(made.planner, listen, &all), HTN_OK);
    assert_int_equal(all.achieve, 2);
    assert_int_equal(all.achieved, 2);
    assert_int_equal(all.unachievable + all.cut, 0);
    assert_int_equal(all.last.index, 0);
    assert_int_equal(all.last.cost, 6);
    assert_int_equal(all.last.steps, 6);
    assert_true(all.last.states > 6 && all.last.explored < all.last.states);
    assert_int_equal(all.last.met, UINT32_MAX);
    assert_true(all.others < 60);
    fixture_tear_down(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_says_which_steps_an_achieve_came_to),
        cmocka_unit_test(a_search_of_its_own_leaves_the_world_as_it_was),
        cmocka_unit_test(each_search_asks_what_no_action_changes),
        cmocka_unit_test(a_budget_of_one_comes_to_the_same_steps),
        cmocka_unit_test(a_limit_on_nodes_fails_the_branch),
        cmocka_unit_test(steps_beyond_the_limit_fail_the_branch),
        cmocka_unit_test(a_region_that_runs_out_is_named),
        cmocka_unit_test(a_domain_without_achieves_has_no_nodes),
        cmocka_unit_test(along_a_running_plan_nothing_is_searched_again),
        cmocka_unit_test(a_running_plan_whose_steps_miss_the_goal_stands),
        cmocka_unit_test(a_new_instance_is_not_the_one_that_the_steps_are_about),
        cmocka_unit_test(a_listener_hears_of_the_outcome_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
