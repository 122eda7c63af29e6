/* Agents that are too small for their domain: they say so in every tick, until a search ends otherwise. */
#include "agent_story.h"

static const char text[] = "World State [ Hard : bool = true, A : bool, B : bool, C : bool, Other : 0..9 ]\n"
                           "Compound Task [Live]\n"
                           "  Method [Hard] Subtasks [Get(), Get()]\n"
                           "  Method [not Hard] Subtasks [Rest()]\n"
                           "Primitive Task [Get] Operator [Get()] Effects [A = not A, B = not B, C = not C]\n"
                           "Primitive Task [Rest] Operator [Rest()]\n";

/* Ticks once: the tick has this status, and this many searches were begun in it. */
static void tick(story *told, htn_status status, uint64_t searches)
{
    htn_counts before, after;
    htn_agent_counts(told->agent, &before);
    assert_int_equal(htn_agent_tick(told->agent, TICK), status);
    htn_agent_counts(told->agent, &after);
    assert_int_equal(after.searches - before.searches, searches);
}

static void begin_small(story *told, htn_limits limits)
{
    const htn_agent_options options = {.limits = limits};
    told->polled = false;
    begin_with(told, text, options);
}

static void says_in_every_tick(htn_limits limits, htn_status status)
{
    story told;
    begin_small(&told, limits);
    tick(&told, status, 1);
    for (int i = 0; i < 3; i++)
        tick(&told, status, 0);
    set(&told, "Hard", 0);
    expect(&told, "+Rest");
    tick(&told, HTN_OK, 0);
    finish(&told);
}

static void an_agent_with_too_little_memory_says_so_in_every_tick(void **state)
{
    (void)state;
    says_in_every_tick((htn_limits){.trail = 1}, HTN_FULL_TRAIL);
}

static void an_agent_with_too_low_a_limit_says_so_in_every_tick(void **state)
{
    (void)state;
    says_in_every_tick((htn_limits){.steps = 1}, HTN_LIMIT_STEPS);
}

/* The plan that runs goes on; that there may be a better one is said all the same. */
static void it_says_so_while_a_plan_runs(void **state)
{
    story told;
    (void)state;
    begin_small(&told, (htn_limits){.trail = 1});
    set(&told, "Hard", 0);
    tick(&told, HTN_OK, 1);
    set(&told, "Hard", 1);
    tick(&told, HTN_FULL_TRAIL, 1);
    tick(&told, HTN_FULL_TRAIL, 0);
    set(&told, "Hard", 0);
    tick(&told, HTN_OK, 1);
    tick(&told, HTN_OK, 0);
    finish(&told);
}

static void it_says_so_after_a_load(void **state)
{
    story told, next;
    size_t size;
    (void)state;
    begin_small(&told, (htn_limits){.trail = 1});
    tick(&told, HTN_FULL_TRAIL, 1);
    uint8_t *save = save_of(&told, &size);
    begin_small(&next, (htn_limits){.trail = 1});
    assert_int_equal(htn_agent_load(next.agent, save, size, NULL), HTN_OK);
    tick(&next, HTN_FULL_TRAIL, 0);
    free(save);
    finish(&next);
    finish(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_agent_with_too_little_memory_says_so_in_every_tick),
        cmocka_unit_test(an_agent_with_too_low_a_limit_says_so_in_every_tick),
        cmocka_unit_test(it_says_so_while_a_plan_runs),
        cmocka_unit_test(it_says_so_after_a_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
