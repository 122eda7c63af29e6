/* Selection at the planner's interface: how draws are distributed, what may replace a running plan, what the blob carries. */
#include "fixture.h"

#include <stdio.h>

/* --- Draws ---------------------------------------------------------------------------------------- */

enum { SEEDS = 12000, CARDS = 4 };

static const char urn[] = "Entities [Card] Values [A, B, C, D]\n"
                          "World State [ Weight(Card) : 0..9, Failed(Card) : bool ]\n"
                          "Facts [Weight(A) = 1, Weight(B) = 2, Weight(C) = 5]\n"
                          "Compound Task [Pick]\n"
                          "  Select [random]\n"
                          "  Method [any c : Card] Weight [Weight(c)] Subtasks [Show(c)]\n"
                          "Primitive Task [Show(c : Card)] Preconditions [not Failed(c)] Operator [Show(c)]\n";

/* How often each card is shown, over many seeds. */
static void count_draws(fixture *made, uint32_t counts[CARDS])
{
    htn_request request = {0};
    htn_plan plan;
    memset(counts, 0, CARDS * sizeof *counts);
    for (request.seed = 0; request.seed < SEEDS; request.seed++) {
        assert_int_equal(htn_plan_find(made->planner, &made->world, &request), HTN_OK);
        htn_planner_plan(made->planner, &plan);
        counts[plan.values[plan.steps[0].arguments]]++;
    }
}

/* Pearson's sum against weights that make up `whole`; 13.8 is exceeded once in a thousand with two degrees of freedom. */
static void assert_distributed(const uint32_t counts[CARDS], const uint32_t weights[CARDS], uint32_t whole)
{
    double sum = 0;
    for (uint32_t i = 0; i < CARDS; i++) {
        const double expected = (double)SEEDS * weights[i] / whole, off = counts[i] - expected;
        if (weights[i] == 0)
            assert_int_equal(counts[i], 0);
        else
            sum += off * off / expected;
    }
    assert_true(sum < 13.8);
}

static void draws_are_distributed_by_weight(void **state)
{
    static const uint32_t weights[CARDS] = {1, 2, 5, 0};
    uint32_t counts[CARDS];
    fixture made;
    (void)state;
    fixture_start(&made, urn, NULL);
    count_draws(&made, counts);
    assert_distributed(counts, weights, 8);
    fixture_tear_down(&made);
}

/* What is drawn next, where the first one fails, is distributed by the weights of those that are left. */
static void the_rest_is_drawn_by_its_own_weights(void **state)
{
    static const uint32_t weights[CARDS] = {1, 2, 0, 0};
    const int32_t heaviest = 2;
    uint32_t counts[CARDS];
    fixture made;
    (void)state;
    fixture_start(&made, urn, NULL);
    assert_int_equal(htn_world_set_at(&made.world, htn_property_find(&made.domain, "Failed"), &heaviest, 1, 1), HTN_OK);
    count_draws(&made, counts);
    assert_distributed(counts, weights, 3);
    fixture_tear_down(&made);
}

/* Whatever was searched before. */
static void a_draw_depends_on_the_seed_and_on_nothing_else(void **state)
{
    char first[64];
    htn_request request = {0};
    fixture made;
    (void)state;
    fixture_start(&made, urn, NULL);
    for (request.seed = 0; request.seed < 20; request.seed++) {
        snprintf(first, sizeof first, "%s", fixture_find(&made, &request));
        assert_string_equal(fixture_find(&made, &request), first);
    }
    fixture_tear_down(&made);
}

/* --- Replanning ------------------------------------------------------------------------------------ */

#define NEEDS(select)                                               \
    "World State [ Hunger : 0..100 = 50, Fatigue : 0..100 = 40 ]\n" \
    "Compound Task [Live]\n  Select [" select "]\n"                 \
    "  Method [] Utility [Fatigue] Subtasks [Sleep()]\n"            \
    "  Method [] Utility [Hunger] Subtasks [Eat()]\n"               \
    "  Method [] Subtasks [Sit()]\n"                                \
    "Primitive Task [Sleep]\nPrimitive Task [Eat]\nPrimitive Task [Sit]\n"

static const char *replan(fixture *made, int32_t hunger, int32_t fatigue)
{
    const htn_request request = {.replan = true};
    fixture_set(&made->world, "Hunger", hunger);
    fixture_set(&made->world, "Fatigue", fatigue);
    return fixture_find(made, &request);
}

static void an_agent_commits_to_what_it_selected(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, NEEDS("highest"), NULL);
    assert_string_equal(fixture_find(&made, NULL), "Eat() MTR [1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(replan(&made, 0, 100), htn_status_text(HTN_STANDS));
    fixture_tear_down(&made);
}

static void by_a_margin_only_what_exceeds_it_is_offered(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, NEEDS("highest by 20"), NULL);
    assert_string_equal(fixture_find(&made, NULL), "Eat() MTR [1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(replan(&made, 50, 70), htn_status_text(HTN_STANDS));
    assert_string_equal(replan(&made, 50, 71), "Sleep() MTR [0]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_string_equal(replan(&made, 50, 71), htn_status_text(HTN_STANDS));
    assert_string_equal(replan(&made, 50, 20), "Eat() MTR [1]"); /* to the method behind, too */
    fixture_tear_down(&made);
}

/* --- What planning does not use --------------------------------------------------------------------- */

static const char parts[] = "World State [ Alarm : bool, Seen : bool, Loud : bool ]\n"
                            "Root [Guard]\nRoot [Face]\n"
                            "Sensor [Vision] Updates [Seen, Alarm] Every [200ms]\nSensor [Ears] Updates [Loud]\n"
                            "Compound Task [Guard]\n"
                            "  Method [true] While [not Alarm] Cooldown [5s] Subtasks [Sneak()]\n"
                            "  Method [true] Subtasks [Stand()]\n"
                            "Compound Task [Face]\n  Method [Seen] Subtasks [Stand()]\n  Method [] Subtasks []\n"
                            "Primitive Task [Sneak] Context [not Seen] During [Loud = true] Interrupt [never]\n"
                            "Primitive Task [Stand]\n";

#define FIELD(made, SECTION, index, NAME) \
    htn_domain_field(&(made)->domain, HTN_SECTION_##SECTION, (index), HTN_##SECTION##_##NAME)

static void a_method_is_passed_over_by_its_while_and_its_cooldown(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, parts, NULL);
    assert_string_equal(fixture_find(&made, NULL), "Sneak() MTR [0]");
    fixture_set(&made.world, "Cooldown(Guard, 0)", 1);
    assert_string_equal(fixture_find(&made, NULL), "Stand() MTR [1]");
    fixture_set(&made.world, "Cooldown(Guard, 0)", 0);
    fixture_set(&made.world, "Alarm", 1);
    assert_string_equal(fixture_find(&made, NULL), "Stand() MTR [1]");
    fixture_tear_down(&made);
}

static void each_root_plans_alone(void **state)
{
    htn_request request = {0};
    fixture made;
    (void)state;
    fixture_start(&made, parts, NULL);
    assert_int_equal(htn_domain_count(&made.domain, HTN_SECTION_ROOTS), 2);
    request.root = 1;
    fixture_set(&made.world, "Seen", 1);
    assert_string_equal(fixture_find(&made, &request), "Stand() MTR [0]");
    request.root = 2;
    assert_int_equal(htn_plan_find(made.planner, &made.world, &request), HTN_BAD_ARGUMENT);
    fixture_tear_down(&made);
}

static void the_blob_carries_what_the_runner_needs(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, parts, NULL);
    const uint32_t sneak = htn_task_find(&made.domain, "Sneak"), stand = htn_task_find(&made.domain, "Stand");
    assert_true(FIELD(&made, TASKS, sneak, FLAGS) & HTN_TASK_NO_INTERRUPT);
    assert_false(FIELD(&made, TASKS, stand, FLAGS) & HTN_TASK_NO_INTERRUPT);
    assert_int_not_equal(FIELD(&made, TASKS, sneak, CONTEXT), HTN_NONE);
    assert_int_not_equal(FIELD(&made, TASKS, sneak, DURING), HTN_NONE);
    assert_int_equal(FIELD(&made, TASKS, stand, CONTEXT), HTN_NONE);
    assert_int_equal(FIELD(&made, TASKS, stand, DURING), HTN_NONE);
    assert_int_not_equal(FIELD(&made, METHODS, 0, WHILE), HTN_NONE);
    assert_int_equal(FIELD(&made, METHODS, 0, COOLDOWN), 5000);
    assert_int_equal(FIELD(&made, METHODS, 0, COOLING), htn_property_find(&made.domain, "Cooldown(Guard, 0)"));
    assert_int_equal(FIELD(&made, METHODS, 1, WHILE), HTN_NONE);
    assert_int_equal(FIELD(&made, METHODS, 1, COOLING), HTN_NONE);
    assert_int_equal(htn_domain_count(&made.domain, HTN_SECTION_SENSORS), 2);
    assert_int_equal(FIELD(&made, SENSORS, 0, PERIOD), 200);
    assert_int_equal(FIELD(&made, SENSORS, 0, UPDATE_COUNT), 2);
    assert_int_equal(FIELD(&made, SENSORS, 1, PERIOD), 0);
    assert_int_equal(FIELD(&made, UPDATES, FIELD(&made, SENSORS, 1, FIRST_UPDATE), PROPERTY),
                     htn_property_find(&made.domain, "Loud"));
    fixture_tear_down(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_are_distributed_by_weight),
        cmocka_unit_test(the_rest_is_drawn_by_its_own_weights),
        cmocka_unit_test(a_draw_depends_on_the_seed_and_on_nothing_else),
        cmocka_unit_test(an_agent_commits_to_what_it_selected),
        cmocka_unit_test(by_a_margin_only_what_exceeds_it_is_offered),
        cmocka_unit_test(a_method_is_passed_over_by_its_while_and_its_cooldown),
        cmocka_unit_test(each_root_plans_alone),
        cmocka_unit_test(the_blob_carries_what_the_runner_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
