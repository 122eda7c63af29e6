/* What agents say of their memory: the most that a layer has used, and whose limit was reached in a crowd. */
#include "fixture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000 };

static const char *const domains[] = {
    /* steps, record, frames, backtracking */
    "World State [N : 0..99, Deep : bool]\n"
    "Compound Task [Live] Method [true] Subtasks [Down(6), Stop()] Method [true] Subtasks [Step(1), Step(2), Step(3)]\n"
    "Compound Task [Down(n : 0..9)] Method [n > 0] Subtasks [Step(n), Down(n - 1)] Method [Deep] Subtasks [Step(0)]\n"
    "Primitive Task [Step(n : 0..9)] Operator [Go(n)] Effects [N += n]\n"
    "Primitive Task [Stop] Operator [Stop]\n",
    /* spans, deferred writes */
    "World State [A : 0..9, B : 0..9]\n"
    "Compound Task [Live] Method [A < 9] While [B < 9] Subtasks [Parallel [P(), Q()], P()] Method [true] Subtasks "
    "[Q()]\n"
    "Primitive Task [P] Operator [P] Effects [A += 1, B = A]\n"
    "Primitive Task [Q] Operator [Q] Effects [B += 1]\n",
    /* a continuation, bindings */
    "Entities [Spot] Values [X, Y, Z]\n"
    "World State [Seen(s : Spot) : bool]\n"
    "Compound Task [Live] Method [any s : Spot where not Seen(s)] Subtasks [Go(s), Split, Look(s), Live()]\n"
    "  Method [true] Subtasks [Rest()]\n"
    "Primitive Task [Go(s : Spot)] Operator [Go(s)]\n"
    "Primitive Task [Look(s : Spot)] Operator [Look(s)] Effects [Seen(s) = true]\n"
    "Primitive Task [Rest] Operator [Rest]\n",
    /* nodes */
    "World State [Key : bool, Open : bool, Out : bool]\n"
    "Compound Task [Live] Method [not Out] Subtasks [Achieve [Out] Using [Take, Unlock, Leave]] Method [true] Subtasks "
    "[Rest()]\n"
    "Primitive Task [Take] Operator [Take] Effects [Key = true]\n"
    "Primitive Task [Unlock] Preconditions [Key] Operator [Unlock] Effects [Open = true]\n"
    "Primitive Task [Leave] Preconditions [Open] Operator [Leave] Effects [Out = true]\n"
    "Primitive Task [Rest] Operator [Rest]\n"};
enum { DOMAINS = sizeof domains / sizeof *domains };

typedef struct patient {
    fixture made;
    htn_agent_class *agent_class;
    void *class_memory, *memory;
    htn_agent *agent;
} patient;

static htn_outcome succeed(void *user, const htn_activity *activity)
{
    (void)user;
    (void)activity;
    return HTN_SUCCEEDED;
}

static void begin(patient *of, const char *text, const htn_limits *limits)
{
    htn_operator_binding operators[8] = {{0}};
    htn_bindings bindings = {.operators = operators};
    htn_agent_options options = {0};
    memset(of, 0, sizeof *of);
    fixture_start(&of->made, text, NULL);
    bindings.operator_count = htn_domain_count(&of->made.domain, HTN_SECTION_OPERATORS);
    for (uint32_t i = 0; i < bindings.operator_count; i++)
        operators[i] = (htn_operator_binding){.name = htn_operator_name(&of->made.domain, i), .update = succeed};
    if (limits != NULL)
        options.limits = *limits;
    size_t size = htn_agent_class_bytes(&of->made.domain);
    of->class_memory = malloc(size);
    assert_int_equal(htn_agent_class_init(&of->agent_class, &of->made.domain, &bindings, of->class_memory, size, NULL),
                     HTN_OK);
    size = htn_agent_bytes(of->agent_class, &options);
    of->memory = malloc(size);
    memset(of->memory, 0x33, size);
    assert_int_equal(htn_agent_init(&of->agent, of->agent_class, &options, of->memory, size), HTN_OK);
}

static void end(patient *of)
{
    free(of->memory);
    free(of->class_memory);
    fixture_tear_down(&of->made);
}

/* What the agent does in 12 ticks, as a hash of its journal's events behind the BEGIN; and whether all went well. */
static uint32_t live(patient *of, bool *well)
{
    uint8_t ring[8192], bytes[8192];
    htn_journal journal;
    htn_journal_event event;
    uint32_t hash = 1;
    size_t offset = 0;
    assert_int_equal(htn_journal_init(&journal, ring, sizeof ring), HTN_OK);
    assert_int_equal(htn_agent_journal(of->agent, &journal), HTN_OK);
    *well = true;
    for (uint32_t i = 0; i < 12; i++)
        *well = htn_agent_tick(of->agent, 100 * MS) == HTN_OK && *well;
    const size_t size = htn_journal_read(&journal, bytes, sizeof bytes);
    while (htn_journal_next(bytes, size, &offset, &event) == HTN_OK)
        for (uint32_t i = 0; event.kind != HTN_JOURNAL_BEGIN && i < event.count; i++)
            hash = hash * 31 + event.numbers[i] + event.kind;
    return hash;
}

static void an_agent_with_limits_of_its_peaks_does_the_same(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DOMAINS; i++) {
        patient large, small;
        htn_limits peaks, again;
        bool well;
        begin(&large, domains[i], NULL);
        assert_int_equal(htn_agent_peaks(large.agent, 0, &peaks), HTN_OK);
        assert_int_equal(peaks.steps + peaks.record + peaks.choices + peaks.trail + peaks.spans + peaks.work, 0);
        const uint32_t hash = live(&large, &well);
        assert_true(well);
        assert_int_equal(htn_agent_peaks(large.agent, 0, &peaks), HTN_OK);
        assert_true(peaks.steps > 0 && peaks.record > 0 && peaks.frames > 0 && peaks.work > 0);
        assert_true((peaks.spans > 0) == (i == 1 || i == 3));
        assert_true((peaks.continuation > 0) == (i == 2));
        assert_true((peaks.nodes > 0) == (i == 3));
        begin(&small, domains[i], &peaks);
        assert_int_equal(live(&small, &well), hash);
        assert_true(well);
        assert_int_equal(htn_agent_peaks(small.agent, 0, &again), HTN_OK);
        assert_true(again.steps <= peaks.steps && again.record <= peaks.record && again.work == peaks.work);
        assert_true(htn_agent_bytes(small.agent_class, &(htn_agent_options){.limits = peaks}) * 8 <
                    htn_agent_bytes(small.agent_class, NULL));
        end(&large);
        end(&small);
    }
}

static void peaks_ask_for_a_layer(void **state)
{
    patient of;
    htn_limits peaks;
    (void)state;
    begin(&of, domains[0], NULL);
    assert_int_equal(htn_agent_peaks(NULL, 0, &peaks), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_peaks(of.agent, 1, &peaks), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_peaks(of.agent, 0, NULL), HTN_BAD_ARGUMENT);
    end(&of);
}

static void a_crowd_says_whose_limit_was_reached(void **state)
{
    static const char text[] = "World State [A : bool]\n"
                               "Root [One]\nRoot [Two]\n"
                               "Compound Task [One] Method [true] Subtasks [Go()]\n"
                               "Compound Task [Two] Method [true] Subtasks [Go(), Go(), Go()]\n"
                               "Primitive Task [Go] Operator [Go]\n";
    patient enough, little;
    htn_crowd crowd;
    htn_crowd_stats stats;
    (void)state;
    begin(&enough, text, NULL);
    begin(&little, text, &(htn_limits){.steps = 2});
    assert_int_equal(htn_crowd_init(&crowd), HTN_OK);
    assert_int_equal(htn_crowd_add(&crowd, enough.agent), HTN_OK);
    assert_int_equal(htn_crowd_statistics(&crowd, &stats), HTN_OK);
    assert_int_equal(stats.trouble, HTN_OK);
    assert_null(stats.trouble_agent);
    assert_int_equal(stats.trouble_layer, HTN_NONE);
    assert_int_equal(htn_crowd_add(&crowd, little.agent), HTN_OK);
    for (uint32_t i = 0; i < 3; i++) { /* in every frame, although there is one search only */
        assert_int_equal(htn_crowd_tick(&crowd, 100 * MS, HTN_NONE), HTN_LIMIT_STEPS);
        assert_int_equal(htn_crowd_statistics(&crowd, &stats), HTN_OK);
        assert_int_equal(stats.trouble, HTN_LIMIT_STEPS);
        assert_ptr_equal(stats.trouble_agent, little.agent);
        assert_int_equal(stats.trouble_layer, 1);
    }
    assert_int_equal(htn_crowd_remove(&crowd, little.agent), HTN_OK);
    assert_int_equal(htn_crowd_statistics(&crowd, &stats), HTN_OK);
    assert_null(stats.trouble_agent);
    assert_int_equal(htn_crowd_tick(&crowd, 100 * MS, HTN_NONE), HTN_OK);
    end(&enough);
    end(&little);
}

/* --- Defaults ----------------------------------------------------------------------------------- */

/* Steps of the plan with the default limits, which leave nothing out. */
static uint32_t steps_by_default(const char *text, const char *property, int32_t value, size_t *bytes)
{
    fixture made;
    htn_plan plan;
    fixture_start(&made, text, NULL);
    assert_int_equal(htn_world_set(&made.world, htn_property_find(&made.domain, property), value), HTN_OK);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_OK);
    htn_planner_plan(made.planner, &plan);
    assert_int_equal(plan.reached, 0);
    *bytes = htn_planner_bytes(&made.domain, NULL);
    fixture_tear_down(&made);
    return plan.step_count;
}

static void a_recursion_without_a_bound_has_room_for_thousands_of_items(void **state)
{
    size_t bytes;
    (void)state;
    assert_int_equal(steps_by_default("World State [Left : 0..20000]\n"
                                      "Compound Task [Empty]\n"
                                      "  Method [Left > 0] Subtasks [Carry(), Empty()]\n  Method [true] Subtasks []\n"
                                      "Primitive Task [Carry] Operator [Carry] Effects [Left -= 1]\n",
                                      "Left", 3500, &bytes),
                     3500);
    assert_true(bytes < 1200000);
}

static void a_recursion_that_ends_itself_takes_little(void **state)
{
    size_t bytes;
    (void)state;
    assert_int_equal(
        steps_by_default("World State [Left : 0..20000, Health : 0..3]\n"
                         "Compound Task [Attack]\n"
                         "  Method [Health == 0] Subtasks [Fetch(), Attack()]\n  Method [true] Subtasks [Slam()]\n"
                         "Primitive Task [Fetch] Operator [Fetch] Effects [Health = 3]\n"
                         "Primitive Task [Slam] Operator [Slam] Effects [Health -= 1, Left += 1]\n",
                         "Left", 7, &bytes),
        2);
    assert_true(bytes < 12000);
}

/* Bytes of a planner with limits on steps and depth that are those of a domain without a bound, and without a deep recursion. */
static size_t bytes_without_a_bound(const char *text)
{
    const htn_limits limits = {.steps = 256, .depth = 256};
    fixture made;
    fixture_start(&made, text, NULL);
    const size_t bytes = htn_planner_bytes(&made.domain, &limits);
    fixture_tear_down(&made);
    return bytes;
}

/* Each task is called from two places: 2^24 ways lead to the last one. Between them and it lies a recursion that ends itself. */
static void tasks_that_many_others_call_have_a_bound(void **state)
{
    char text[8192];
    size_t bytes, length = (size_t)snprintf(text, sizeof text,
                                            "World State [Left : 0..20000, Health : 0..3]\n"
                                            "Compound Task [T0] Method [Left > 0] Subtasks [Slam(), T1()]\n"
                                            "  Method [true] Subtasks [T1()]\n");
    (void)state;
    for (int i = 1; i < 25; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "Compound Task [T%d] Method [Left > %d] Subtasks [Slam(), %s%d()]\n"
                                   "  Method [true] Subtasks [%s%d()]\n",
                                   i, i, i < 24 ? "T" : "Attack", i + 1, i < 24 ? "T" : "Attack", i + 1);
    snprintf(text + length, sizeof text - length,
             "Compound Task [Attack25] Method [Health == 0] Subtasks [Fetch(), Attack25()]\n"
             "  Method [true] Subtasks [Slam()]\n"
             "Primitive Task [Fetch] Operator [Fetch] Effects [Health = 3]\n"
             "Primitive Task [Slam] Operator [Slam] Effects [Health -= 1, Left += 1]\n");
    assert_int_equal(steps_by_default(text, "Left", 0, &bytes), 2);
    assert_true(bytes * 2 < bytes_without_a_bound(text));
}

/* Two numbers with six values each make 36 worlds; seven each would be more than are followed. */
static void only_entities_may_also_be_none(void **state)
{
    static const char *const of_numbers =
        "World State [A : 0..5, B : 0..5]\n"
        "Compound Task [Down] Method [A > 0] Subtasks [Lower(), Down()] Method [true] Subtasks []\n"
        "Primitive Task [Lower] Operator [Lower] Effects [A -= 1, B += 1]\n";
    static const char *const of_entities =
        "Entities [Spot] Max [6]\n"
        "World State [A : Spot, B : Spot]\n"
        "Compound Task [Down] Method [A != none] Subtasks [Lower(), Down()] Method [true] Subtasks []\n"
        "Primitive Task [Lower] Operator [Lower] Effects [A = B, B = none]\n";
    size_t bytes;
    (void)state;
    assert_int_equal(steps_by_default(of_numbers, "A", 5, &bytes), 5);
    assert_true(bytes < bytes_without_a_bound(of_numbers));
    assert_int_equal(steps_by_default(of_entities, "A", 0, &bytes), 1);
    assert_true(bytes > bytes_without_a_bound(of_entities));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_that_many_others_call_have_a_bound),
        cmocka_unit_test(only_entities_may_also_be_none),
        cmocka_unit_test(an_agent_with_limits_of_its_peaks_does_the_same),
        cmocka_unit_test(peaks_ask_for_a_layer),
        cmocka_unit_test(a_crowd_says_whose_limit_was_reached),
        cmocka_unit_test(a_recursion_without_a_bound_has_room_for_thousands_of_items),
        cmocka_unit_test(a_recursion_that_ends_itself_takes_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
