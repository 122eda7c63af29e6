/* Parallel groups at the planner's interface: spans, sums, which steps are done, running out of room in mid-group, tracing. */
#include "fixture.h"
#include <htn/trace.h>

#include <stdio.h>

/* Effects with loops and bindings, a group in a group, a choice in a member that is gone back to. */
static const char camp[] =
    "Entities [Foe] Values [Wolf, Bear, Crow]\n"
    "World State [ Wood : 0..9, Fire : 0..9, Near(Foe) : 0..9 = 4, Aim : Foe, Warm : bool, Given : bool ]\n"
    "Compound Task [Camp]\n"
    "  Method [] Subtasks [Arrive(), Parallel [Gather(2), Watch(), Settle()], Warm()]\n"
    "  Method [] Subtasks [Leave()]\n"
    "Compound Task [Settle]\n"
    "  Method [] Subtasks [Dig(5)]\n"
    "  Method [] Subtasks [Dig(1), Parallel [Light(), Gather(1)], Dig(1)]\n"
    "Primitive Task [Arrive] Effects [Warm = false] Duration [10ms]\n"
    "Primitive Task [Gather(n : int)] Preconditions [Wood < 5] Effects [Wood += n] Cost [n] Duration [n * 10]\n"
    "Primitive Task [Watch] Preconditions [any f : Foe where Near(f) > 3] Effects [Aim = f, Near(x) -= 1 for x : Foe]\n"
    "Primitive Task [Dig(n : int)] Preconditions [not Given] Effects [Fire += n] Duration [7ms] Cost [2]\n"
    "Primitive Task [Light] Preconditions [Fire == 1] Effects [Fire += Wood] Duration [9ms]\n"
    "Primitive Task [Warm] Preconditions [Fire == 4, Wood == 3, count(f : Foe where Near(f) == 3) == 3]\n"
    "Primitive Task [Leave]\n";

static const char camp_plan[] = "Arrive() Gather(2) Watch() Dig(1) Light() Gather(1) Dig(1) Warm() MTR [0, 1]";
enum { ARRIVE, GATHER, WATCH, DIG, LIGHT, GATHER_AGAIN, DIG_AGAIN, WARM, STEPS };

static const char *text_of(const fixture *made, htn_status status)
{
    return fixture_plan_text(made->planner, &made->domain, status);
}

static void the_plan_says_which_steps_are_parallel(void **state)
{
    (void)state;
    static const htn_span expected[] = {{HTN_SPAN_PARALLEL, GATHER, WARM, HTN_NONE, 0},
                                        {HTN_SPAN_MEMBER, GATHER, WATCH, 0, 0},
                                        {HTN_SPAN_MEMBER, WATCH, DIG, 0, 0},
                                        {HTN_SPAN_MEMBER, DIG, WARM, 0, 0},
                                        {HTN_SPAN_PARALLEL, LIGHT, DIG_AGAIN, 3, 0},
                                        {HTN_SPAN_MEMBER, LIGHT, GATHER_AGAIN, 4, 0},
                                        {HTN_SPAN_MEMBER, GATHER_AGAIN, DIG_AGAIN, 4, 0}};
    fixture made;
    fixture_start(&made, camp, NULL);
    assert_string_equal(fixture_find(&made, NULL), camp_plan);
    htn_plan plan, running;
    htn_planner_plan(made.planner, &plan);
    assert_int_equal(plan.span_count, sizeof expected / sizeof *expected);
    assert_memory_equal(plan.spans, expected, sizeof expected);
    assert_int_equal(plan.cost, 1 + 2 + 1 + 2 + 1 + 1 + 2 + 1);
    assert_int_equal(plan.duration, 10 + (7 + 10 + 7)); /* Settle's, whose inner group takes as long as Gather(1) */
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_true(htn_planner_running(made.planner, &running));
    assert_int_equal(running.span_count, plan.span_count);
    assert_memory_equal(running.spans, expected, sizeof expected);
    fixture_tear_down(&made);
}

static htn_status validate(fixture *made, const uint8_t *done, uint32_t *failed)
{
    *failed = HTN_NONE;
    return htn_planner_validate(made->planner, &made->world, 0, done, failed);
}

static void each_member_goes_on_from_the_world_as_it_is(void **state)
{
    (void)state;
    fixture made;
    uint8_t done[STEPS] = {0};
    uint32_t failed;
    fixture_start(&made, camp, NULL);
    assert_string_equal(fixture_find(&made, NULL), camp_plan);
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_int_equal(validate(&made, NULL, &failed), HTN_OK);
    assert_int_equal(validate(&made, done, &failed), HTN_OK);
    done[ARRIVE] = done[GATHER] = 1;                               /* the first member has ended: its wood is there */
    assert_int_equal(validate(&made, done, &failed), HTN_NO_PLAN); /* but not in this world */
    assert_int_equal(failed, WARM);
    fixture_set(&made.world, "Wood", 2);
    assert_int_equal(validate(&made, done, &failed), HTN_OK);
    done[GATHER] = 0;
    done[DIG] = 1; /* the last member is the furthest, and Light's turn has come */
    fixture_set(&made.world, "Wood", 0);
    fixture_set(&made.world, "Fire", 1);
    assert_int_equal(validate(&made, done, &failed), HTN_OK);
    fixture_set(&made.world, "Wood", 5); /* which Gather(2), in another member, does not stand */
    assert_int_equal(validate(&made, done, &failed), HTN_NO_PLAN);
    assert_int_equal(failed, GATHER);
    fixture_set(&made.world, "Wood", 0);
    fixture_set(&made.world, "Fire", 0);
    assert_int_equal(validate(&made, done, &failed), HTN_NO_PLAN);
    assert_int_equal(failed, LIGHT);
    fixture_set(&made.world, "Given", 1); /* the last step of the last member: Light holds again */
    fixture_set(&made.world, "Fire", 1);
    assert_int_equal(validate(&made, done, &failed), HTN_NO_PLAN);
    assert_int_equal(failed, DIG_AGAIN);
    fixture_tear_down(&made);
}

static void a_replan_is_told_which_steps_are_done(void **state)
{
    (void)state;
    fixture made;
    uint8_t done[STEPS] = {0};
    htn_request replan = {.replan = true, .steps_done = 99, .done = done};
    fixture_start(&made, camp, NULL);
    assert_string_equal(fixture_find(&made, NULL), camp_plan);
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    done[ARRIVE] = done[DIG] = 1;
    fixture_set(&made.world, "Fire", 1);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS);
    done[DIG] = 0;
    assert_string_equal(fixture_find(&made, &replan), "Leave() MTR [1]");
    replan.done = NULL;
    assert_int_equal(htn_plan_begin(made.planner, &made.world, &replan), HTN_BAD_ARGUMENT);
    fixture_tear_down(&made);
}

/* Suspended wherever it can be, in the middle of a group's effects too, and moved each time. */
static void a_group_is_gone_on_with_in_its_middle(void **state)
{
    (void)state;
    fixture made;
    fixture_start(&made, camp, NULL);
    const size_t size = htn_planner_bytes(&made.domain, NULL);
    uint32_t calls = 0;
    htn_status status;
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    while ((status = htn_plan_step(made.planner, 1)) == HTN_SUSPENDED) {
        void *elsewhere = malloc(size);
        memcpy(elsewhere, made.planner, size);
        memset((void *)made.planner, 0xEE, size);
        free(made.planner);
        assert_int_equal(htn_planner_attach(&made.planner, &made.domain, elsewhere, size), HTN_OK);
        calls++;
    }
    assert_string_equal(text_of(&made, status), camp_plan);
    const htn_request exact = {.work = calls + 1}, less = {.work = calls};
    assert_string_equal(fixture_find(&made, &exact), camp_plan);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &less), HTN_LIMIT_WORK);
    fixture_tear_down(&made);
}

static void ignore(void *user, const htn_planner *planner, const htn_event *event)
{
    (void)user;
    (void)planner;
    (void)event;
}

/* From some value of the limit on the plan is found, and below it the region is named; traced searches need no more. */
static void raise_limit(size_t field, uint32_t least, htn_status full)
{
    uint32_t refused = 0, found = 0;
    for (uint32_t value = least; value <= 200; value++) {
        htn_limits limits = {
            .steps = 32, .depth = 8, .record = 64, .frames = 512, .choices = 32, .trail = 256, .spans = 32};
        fixture made;
        memcpy((char *)&limits + field, &value, sizeof value);
        fixture_start(&made, camp, &limits);
        const htn_status status = htn_plan_find(made.planner, &made.world, NULL);
        assert_true(status == HTN_OK || (status == full && found == 0));
        refused += status == full;
        found += status == HTN_OK;
        assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
        assert_int_equal(htn_plan_trace(made.planner, ignore, NULL), status);
        if (status == HTN_OK) {
            assert_string_equal(text_of(&made, status), camp_plan);
            assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
            assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, NULL), HTN_OK);
        }
        fixture_tear_down(&made);
    }
    assert_true(refused > 0 && found > 0);
}

static void a_region_that_runs_out_in_a_group_is_named(void **state)
{
    (void)state;
    raise_limit(offsetof(htn_limits, trail), 1, HTN_FULL_TRAIL);
    raise_limit(offsetof(htn_limits, spans), 1, HTN_FULL_SPANS);
    raise_limit(offsetof(htn_limits, frames), 3, HTN_FULL_FRAMES);
}

/* A search that ended for want of room leaves the working world as the next one needs it. */
static void after_running_out_the_next_search_is_sound(void **state)
{
    (void)state;
    htn_limits limits = {.trail = 1};
    for (; limits.trail < 60; limits.trail++) {
        fixture made;
        fixture_start(&made, camp, &limits);
        const htn_status status = htn_plan_find(made.planner, &made.world, NULL);
        fixture_set(&made.world, "Given", 1); /* no fire: Leave, which changes nothing */
        if (status == HTN_FULL_TRAIL && htn_plan_find(made.planner, &made.world, NULL) == HTN_OK)
            assert_string_equal(text_of(&made, HTN_OK), "Leave() MTR [1]");
        fixture_tear_down(&made);
    }
}

typedef struct watched {
    const htn_domain *domain;
    uint32_t applied[32], applied_count;
    uint32_t writer_at_light, writer_at_warm, writer_of_wood_at_light;
} watched;

static void watch(void *user, const htn_planner *planner, const htn_event *event)
{
    watched *seen = user;
    const htn_property fire = htn_property_find(seen->domain, "Fire"), wood = htn_property_find(seen->domain, "Wood");
    if (event->kind == HTN_EVENT_APPLY && seen->applied_count < 32)
        seen->applied[seen->applied_count++] = event->index;
    if (event->kind == HTN_EVENT_STEP && strcmp(htn_task_name(seen->domain, event->index), "Light") == 0) {
        seen->writer_at_light = htn_trace_writer(planner, fire);
        seen->writer_of_wood_at_light = htn_trace_writer(planner, wood);
    }
    if (event->kind == HTN_EVENT_STEP && strcmp(htn_task_name(seen->domain, event->index), "Warm") == 0)
        seen->writer_at_warm = htn_trace_writer(planner, fire);
}

static void a_trace_tells_whose_effects_a_member_sees(void **state)
{
    (void)state;
    static const uint32_t applied[] = {/* Settle's first method */ GATHER,
                                       WATCH,
                                       DIG,
                                       /* its second: the inner group, and the outer one */ LIGHT,
                                       GATHER_AGAIN,
                                       GATHER,
                                       WATCH,
                                       DIG,
                                       LIGHT,
                                       GATHER_AGAIN,
                                       DIG_AGAIN};
    fixture made;
    fixture_start(&made, camp, NULL);
    watched seen = {.domain = &made.domain};
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(htn_plan_trace(made.planner, watch, &seen), HTN_OK);
    assert_int_equal(seen.applied_count, sizeof applied / sizeof *applied);
    assert_memory_equal(seen.applied, applied, sizeof applied);
    assert_int_equal(seen.writer_at_light, DIG);
    assert_int_equal(seen.writer_of_wood_at_light, HTN_NONE); /* Gather(2) is in another member */
    assert_int_equal(seen.writer_at_warm, DIG_AGAIN);
    fixture_tear_down(&made);
}

/* Words of frames without which the subtasks cannot be planned. */
static uint32_t frames_for(const char *subtasks)
{
    char text[512];
    fixture made;
    htn_limits limits = {.frames = 3};
    htn_status status = HTN_FULL_FRAMES;
    snprintf(text, sizeof text,
             "World State [ N : 0..9 ]\nCompound Task [Go] Method [] Subtasks [%s]\n"
             "Primitive Task [Do(n : int)] Effects [N = n]\n",
             subtasks);
    for (; status == HTN_FULL_FRAMES; limits.frames++) {
        fixture_start(&made, text, &limits);
        status = htn_plan_find(made.planner, &made.world, NULL);
        fixture_tear_down(&made);
    }
    assert_int_equal(status, HTN_OK);
    return limits.frames;
}

static void all_steps_of_a_group_take_effect_once_more_in_one_frame(void **state)
{
    (void)state;
    const uint32_t two = frames_for("Parallel [Do(1), Do(2)]") - frames_for("Do(1), Do(2)");
    assert_int_equal(frames_for("Parallel [Do(1), Do(2), Do(3), Do(4)]") - frames_for("Do(1), Do(2), Do(3), Do(4)"),
                     two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plan_says_which_steps_are_parallel),
        cmocka_unit_test(each_member_goes_on_from_the_world_as_it_is),
        cmocka_unit_test(a_replan_is_told_which_steps_are_done),
        cmocka_unit_test(a_group_is_gone_on_with_in_its_middle),
        cmocka_unit_test(a_region_that_runs_out_in_a_group_is_named),
        cmocka_unit_test(after_running_out_the_next_search_is_sound),
        cmocka_unit_test(a_trace_tells_whose_effects_a_member_sees),
        cmocka_unit_test(all_steps_of_a_group_take_effect_once_more_in_one_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
