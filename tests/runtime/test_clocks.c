/*
 * Clocks: microseconds of ticks, and the milliseconds that they add up to; clocks that wrap around, and times that were reached
 * longer ago than a clock can tell. That a clock's wrapping changes nothing else, test_faults.c shows.
 */
#include "agent_story.h"

enum { MS = 1000, SECOND = 1000 * MS };
#define HALF_A_CLOCK ((UINT64_C(1) << 31) * MS)

static void count_senses(story *told, uint32_t sensor)
{
    (void)sensor;
    told->begun++;
}

static void tick(const story *told, uint64_t elapsed_us)
{
    assert_int_equal(htn_agent_tick(told->agent, elapsed_us), HTN_OK);
}

/* --- Microseconds --------------------------------------------------------------------------------- */

static const char watcher[] = "World State [ Seen : bool ]\n"
                              "Sensor [Eye] Updates [Seen] Every [1s]\n"
                              "Sensor [Ear] Updates [Seen]\n"
                              "Compound Task [Live] Method [Seen] Subtasks [Go()]\n"
                              "Primitive Task [Go] Operator [Go]\n";

/* How often the sensor with a period runs in so many ticks. */
static uint32_t senses_in(uint32_t ticks, uint64_t elapsed_us)
{
    story told = {0};
    begin(&told, watcher);
    told.sense = count_senses;
    tick(&told, 0);
    told.begun = 0;
    for (uint32_t i = 0; i < ticks; i++)
        tick(&told, elapsed_us);
    const uint32_t senses = told.begun;
    told.begun = 0;
    finish(&told);
    return senses;
}

static void what_is_less_than_a_millisecond_is_carried(void **state)
{
    (void)state;
    assert_int_equal(senses_in(100, 100 * MS), 10);
    assert_int_equal(senses_in(1441, 6944), 10); /* 144 frames a second; whole milliseconds would make 8 */
    assert_int_equal(senses_in(10000, 999), 10); /* 9.99 s */
    assert_in_range(senses_in(20000, 50), 1, 2); /* 1 s */
    assert_int_equal(senses_in(2000, 0), 0);
}

static htn_outcome sum_up(void *user, const htn_activity *activity)
{
    *(uint64_t *)user += activity->elapsed_us;
    return HTN_RUNNING;
}

static void an_operator_sees_the_microseconds_of_the_tick(void **state)
{
    static const htn_operator_binding summing = {.name = "Go", .start = sum_up, .update = sum_up};
    static const htn_bindings bindings = {.operators = &summing, .operator_count = 1};
    uint64_t sum = 0;
    const htn_agent_options options = {.user = &sum};
    fixture made;
    htn_agent_class *agent_class;
    htn_agent *agent;
    (void)state;
    fixture_start(&made, watcher, NULL);
    size_t size = htn_agent_class_bytes(&made.domain);
    void *class_memory = malloc(size);
    assert_int_equal(htn_agent_class_init(&agent_class, &made.domain, &bindings, class_memory, size, NULL), HTN_OK);
    size = htn_agent_bytes(agent_class, &options);
    void *memory = malloc(size);
    assert_int_equal(htn_agent_init(&agent, agent_class, &options, memory, size), HTN_OK);
    fixture_set(htn_agent_world(agent), "Seen", 1);
    assert_int_equal(htn_agent_tick(agent, 5555), HTN_OK);
    assert_int_equal(sum, 0); /* it has just started */
    for (uint32_t i = 0; i < 144; i++)
        assert_int_equal(htn_agent_tick(agent, 6944), HTN_OK);
    assert_int_equal(sum, 144 * 6944);
    assert_int_equal(htn_agent_tick(agent, UINT64_MAX), HTN_OK); /* more than a tick can take */
    assert_int_equal(sum, 144 * 6944 + HTN_MAX_ELAPSED_US);
    assert_int_equal(htn_agent_tick(agent, HTN_MAX_ELAPSED_US + 1), HTN_OK);
    assert_int_equal(sum, 144 * 6944 + 2 * HTN_MAX_ELAPSED_US);
    free(memory);
    free(class_memory);
    fixture_tear_down(&made);
}

/* Two agents, one of which is saved and loaded before each tick, see their sensors run in the same ticks. */
static void the_remainder_is_saved(void **state)
{
    story told = {0};
    (void)state;
    begin(&told, watcher);
    told.sense = count_senses;
    tick(&told, 777);
    for (uint32_t i = 0; i < 300; i++) {
        story again = {0};
        size_t size;
        uint8_t *save = save_of(&told, &size);
        begin(&again, watcher);
        again.sense = count_senses;
        assert_int_equal(htn_agent_load(again.agent, save, size, NULL), HTN_OK);
        told.begun = again.begun = 0;
        for (uint32_t j = 0; j < 7; j++) {
            tick(&told, 3333);
            tick(&again, 3333);
        }
        assert_int_equal(told.begun, again.begun);
        told.begun = again.begun = 0;
        finish(&again);
        free(save);
    }
    finish(&told);
}

static void a_journal_has_the_microseconds(void **state)
{
    static const uint64_t lengths[] = {0,         1, 999, 1000, 1001, 6944, HTN_MAX_ELAPSED_US - 1, HTN_MAX_ELAPSED_US,
                                       UINT64_MAX};
    story told = {0};
    uint64_t sum = 0;
    (void)state;
    begin(&told, watcher);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        tick(&told, lengths[i]);
        sum += lengths[i] > HTN_MAX_ELAPSED_US ? HTN_MAX_ELAPSED_US : lengths[i];
    }
    htn_journal_event event;
    size_t offset = 0;
    recording_read(&told.recording);
    while (htn_journal_next(told.recording.bytes, told.recording.size, &offset, &event) == HTN_OK) {
        if (event.kind == HTN_JOURNAL_TICK)
            sum -= (uint64_t)event.numbers[0] * MS;
        if (event.kind == HTN_JOURNAL_MICROSECONDS)
            sum -= event.numbers[0];
    }
    assert_int_equal(sum, 0);
    finish(&told); /* replays it */
}

/* --- Clocks that wrap around ------------------------------------------------------------------------ */

static const char stubborn[] = "World State [ Want : bool, Other : bool ]\n"
                               "Compound Task [Live] Method [Want] Cooldown [1s] Subtasks [Go()]\n"
                               "Primitive Task [Go] Operator [Go]\n";

static uint64_t skipped(const story *told)
{
    htn_counts counts;
    htn_agent_counts(told->agent, &counts);
    return counts.skipped;
}

/* Its plan fails twice, and then it wants nothing more. */
static void fail_twice(story *told)
{
    begin_with(told, stubborn, (htn_agent_options){.back_off_ms = 500});
    told->acts[0].next = HTN_FAILED;
    set(told, "Want", 1);
    for (uint32_t i = 0; i < 30; i++)
        tick(told, 100 * MS);
    set(told, "Want", 0);
    for (uint32_t i = 0; i < 30; i++)
        tick(told, 100 * MS);
}

static void a_back_off_and_a_cooldown_that_ended_long_ago_stay_ended(void **state)
{
    static const uint64_t steps[] = {HTN_MAX_ELAPSED_US, 999 * SECOND, UINT64_C(1000000) * SECOND};
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        story told = {0};
        fail_twice(&told);
        const size_t saved = htn_agent_save_bytes(told.agent);
        int32_t other = 0;
        for (uint64_t passed = 0; passed < 5 * HALF_A_CLOCK; passed += steps[i]) {
            tick(&told, steps[i]);
            const uint64_t before = skipped(&told);
            set(&told, "Other", other = !other);
            tick(&told, 0);
            assert_int_equal(skipped(&told), before + 1); /* it does not wait: there is a change */
            assert_in_range(htn_agent_save_bytes(told.agent), saved - 4, saved + 12); /* no cooldown */
            if (steps[i] < SECOND * 1000)
                passed += 500 * SECOND;
        }
        finish(&told);
    }
}

static void an_interval_that_is_over_stays_over(void **state)
{
    static const char sleeper[] = "World State [ Want : bool = true, Noise : bool ]\n"
                                  "Compound Task [Live] Method [Want] Subtasks [Sleep(), Rise()]\n"
                                  "Primitive Task [Sleep] Operator [Sleep] Interrupt [never]\n"
                                  "Primitive Task [Rise] Operator [Rise]\n";
    story told = {0};
    (void)state;
    begin_with(&told, sleeper, (htn_agent_options){.interval_ms = 500});
    tick(&told, 100 * MS);
    for (uint32_t i = 0; i < 3; i++)
        tick(&told, HTN_MAX_ELAPSED_US / 2); /* the step goes on for more than half of a clock */
    const uint64_t before = skipped(&told);
    says(&told, "Sleep", HTN_SUCCEEDED);
    tick(&told, 0);
    assert_int_equal(skipped(&told), before + 1);
    tick(&told, 0);
    assert_int_equal(skipped(&told), before + 1);
    tick(&told, 500 * MS);
    assert_int_equal(skipped(&told), before + 2);
    finish(&told);
}

/* What is more than a clock can tell counts as the most that it can. */
static void options_have_a_range(void **state)
{
    story told = {0};
    (void)state;
    begin_with(&told, stubborn, (htn_agent_options){.back_off_ms = UINT32_MAX});
    told.acts[0].next = HTN_FAILED;
    set(&told, "Want", 1);
    for (uint32_t i = 0; i < 30; i++)
        tick(&told, 100 * MS);
    const uint32_t begun = told.begun;
    for (uint32_t i = 0; i < 30; i++)
        tick(&told, 100 * MS);
    assert_true(told.begun <= begun + 1);
    finish(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_less_than_a_millisecond_is_carried),
        cmocka_unit_test(an_operator_sees_the_microseconds_of_the_tick),
        cmocka_unit_test(the_remainder_is_saved),
        cmocka_unit_test(a_journal_has_the_microseconds),
        cmocka_unit_test(a_back_off_and_a_cooldown_that_ended_long_ago_stay_ended),
        cmocka_unit_test(an_interval_that_is_over_stays_over),
        cmocka_unit_test(options_have_a_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
