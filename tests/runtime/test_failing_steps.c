/*
 * Steps that take too long, that fail and are tried again, and what follows when they fail or are aborted. As stories
 * (agent_story.h), some of them with a hot reload in the middle.
 */
#include "agent_story.h"
#include <htn/save.h>

/* A story of its own over this text, to which the first one's agent is carried over. */
static story *reload(story *told, const char *text)
{
    const htn_agent_options plain = {0};
    story *next = go_on_in(told, text, plain, NULL);
    clear_log(next);
    return next;
}

static void slow_abort(story *told, const char *operator_name, uint32_t ticks)
{
    told->acts[htn_operator_find(&told->domain, operator_name)].slow_abort = ticks;
}

/* --- Timeout ------------------------------------------------------------------------------------ */

static const char door[] = "World State [ Open : bool, Hurry : 0..1000, Busy : bool ]\n"
                           "Compound Task [T]\n"
                           "  Method [not Open] Subtasks [Pick()]\n"
                           "  Method [] Subtasks [Wait()]\n"
                           "Primitive Task [Pick] Operator [Pick] Timeout [400ms - Hurry] During [Busy = true]\n"
                           "  Effects [Open = true]\n"
                           "Primitive Task [Wait] Operator [Wait]\n";

STORY(a_step_that_succeeds_as_its_time_is_over_has_succeeded)
{
    begin(told, door);
    expect(told, "+Pick");
    for (uint32_t i = 0; i < 3; i++)
        expect(told, "");
    expect_after(told, "Pick", HTN_SUCCEEDED, "=Pick +Wait");
    assert_world(told, "Open", 1);
    finish(told);
}

STORY(a_step_fails_when_the_abort_for_its_timeout_has_ended)
{
    begin(told, door);
    slow_abort(told, "Pick", 3);
    expect(told, "+Pick");
    for (uint32_t i = 0; i < 3; i++)
        expect(told, "");
    expect(told, "-Pick");
    assert_world(told, "Busy", 1); /* it is still in progress */
    expect(told, "");
    expect(told, "");
    expect(told, "~Pick +Pick"); /* the plan has failed, and is made again */
    assert_world(told, "Open", 0);
    finish(told);
}

STORY(a_timeout_is_evaluated_when_the_step_starts_and_is_at_least_a_millisecond)
{
    begin(told, door);
    set(told, "Hurry", 1000);
    expect(told, "+Pick");
    set(told, "Hurry", 0);
    expect(told, "-Pick");
    expect(told, "~Pick +Pick");
    finish(told);
}

STORY(what_runs_beside_a_step_that_has_timed_out_goes_on)
{
    begin(told, "Compound Task [T]\n"
                "  Method [] Subtasks [Parallel [Slow(), Walk()], Rest()]\n"
                "Primitive Task [Slow] Operator [Slow] Timeout [100ms]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Rest] Operator [Rest]\n");
    slow_abort(told, "Slow", 3);
    expect(told, "+Slow +Walk");
    expect(told, "-Slow");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk");
    expect(told, "");
    expect(told, "~Slow +Slow +Walk");
    finish(told);
}

STORY(a_step_that_has_timed_out_counts_as_aborted_if_its_plan_is_over)
{
    begin(told, "World State [ Safe : bool = true ]\n"
                "Compound Task [T]\n"
                "  Method [Safe] While [Safe] Subtasks [Slow()]\n"
                "  Method [] Subtasks [Flee()]\n"
                "Primitive Task [Slow] Operator [Slow] Timeout [100ms]\n"
                "Primitive Task [Flee] Operator [Flee]\n");
    slow_abort(told, "Slow", 4);
    expect(told, "+Slow");
    expect(told, "-Slow");
    set(told, "Safe", 0);
    expect(told, "");
    expect(told, "");
    expect(told, "");
    expect(told, "~Slow +Flee");
    finish(told);
}

STORY(a_step_that_must_not_be_interrupted_times_out_as_well)
{
    begin(told, "World State [ Alarm : bool ]\n"
                "Compound Task [T]\n"
                "  Method [Alarm] Subtasks [Flee()]\n"
                "  Method [] Subtasks [Jump()]\n"
                "Primitive Task [Jump] Operator [Jump] Interrupt [never] Timeout [200ms]\n"
                "Primitive Task [Flee] Operator [Flee]\n");
    expect(told, "+Jump");
    set(told, "Alarm", 1);
    expect(told, "");
    expect(told, "-Jump");
    expect(told, "~Jump +Flee");
    finish(told);
}

/* --- Retry -------------------------------------------------------------------------------------- */

static const char lock[] = "World State [ Oil : bool = true, Shut : bool = true ]\n"
                           "Compound Task [T]\n"
                           "  Method [Oil] Cooldown [9s] Subtasks [Turn(), Enter()]\n"
                           "  Method [] Subtasks [Knock()]\n"
                           "Primitive Task [Turn] Preconditions [Shut] Context [Oil] Operator [Turn(Oil)] Retry [2]\n"
                           "Primitive Task [Enter] Operator [Enter]\n"
                           "Primitive Task [Knock] Operator [Knock]\n";

STORY(a_step_that_fails_is_started_again_so_many_times)
{
    begin(told, lock);
    expect(told, "+Turn(1)");
    expect_after(told, "Turn", HTN_FAILED, "!Turn +Turn(1)");
    expect_after(told, "Turn", HTN_FAILED, "!Turn +Turn(1)");
    expect_after(told, "Turn", HTN_FAILED, "!Turn +Knock");
    finish(told);
}

STORY(a_step_that_is_started_again_may_succeed)
{
    begin(told, lock);
    expect(told, "+Turn(1)");
    expect_after(told, "Turn", HTN_FAILED, "!Turn +Turn(1)");
    expect_after(told, "Turn", HTN_SUCCEEDED, "=Turn +Enter");
    finish(told);
}

STORY(a_step_is_not_started_again_if_it_may_not_start)
{
    begin(told, lock);
    expect(told, "+Turn(1)");
    set(told, "Oil", 0);
    expect_after(told, "Turn", HTN_FAILED, "!Turn +Knock");
    finish(told);
}

STORY(a_step_starts_once_in_a_tick)
{
    begin(told, "Compound Task [T]\n"
                "  Method [] Cooldown [9s] Subtasks [Slow()]\n"
                "  Method [] Subtasks [Rest()]\n"
                "Primitive Task [Slow] Operator [Slow] Timeout [100ms] Retry [1]\n"
                "Primitive Task [Rest] Operator [Rest]\n");
    expect(told, "+Slow");
    expect(told, "-Slow");
    expect(told, "~Slow +Slow");
    expect(told, "-Slow");
    expect(told, "~Slow +Rest");
    finish(told);
}

/* --- FailEffects and AbortEffects --------------------------------------------------------------- */

static const char safe[] = "World State [ Tries : 0..9, Blocked : bool, Busy : bool, Seen : 0..9, Alarm : bool ]\n"
                           "Compound Task [T]\n"
                           "  Method [Alarm] Subtasks [Flee()]\n"
                           "  Method [not Blocked] Subtasks [Crack()]\n"
                           "  Method [] Subtasks [Leave()]\n"
                           "Primitive Task [Crack] Operator [Crack] During [Busy = true] Retry [2]\n"
                           "  FailEffects [Tries += 1, Blocked = true, Seen = 1 when not Busy]\n"
                           "  AbortEffects [Seen = 2 when not Busy]\n"
                           "Primitive Task [Leave] Operator [Leave]\n"
                           "Primitive Task [Flee] Operator [Flee]\n";

STORY(fail_effects_apply_once_when_the_failure_counts)
{
    begin(told, safe);
    expect(told, "+Crack");
    expect_after(told, "Crack", HTN_FAILED, "!Crack +Crack");
    assert_world(told, "Tries", 0);
    expect_after(told, "Crack", HTN_FAILED, "!Crack +Crack");
    assert_world(told, "Tries", 0);
    expect_after(told, "Crack", HTN_FAILED, "!Crack +Leave");
    assert_world(told, "Tries", 1);
    assert_world(told, "Seen", 1); /* its During had ended */
    finish(told);
}

STORY(abort_effects_apply_when_the_abort_has_ended)
{
    begin(told, safe);
    slow_abort(told, "Crack", 2);
    expect(told, "+Crack");
    set(told, "Alarm", 1);
    expect(told, "-Crack");
    assert_world(told, "Busy", 1);
    expect(told, "");
    assert_world(told, "Seen", 0);
    expect(told, "~Crack +Flee");
    assert_world(told, "Seen", 2);
    assert_world(told, "Tries", 0);
    finish(told);
}

STORY(abort_effects_of_what_runs_beside_a_failure_apply_before_the_next_search)
{
    begin(told, "World State [ Dropped : bool ]\n"
                "Compound Task [T]\n"
                "  Method [Dropped] Subtasks [Rest()]\n"
                "  Method [] Subtasks [Parallel [Carry(), Guide()]]\n"
                "Primitive Task [Carry] Operator [Carry] AbortEffects [Dropped = true]\n"
                "Primitive Task [Guide] Operator [Guide]\n"
                "Primitive Task [Rest] Operator [Rest]\n");
    expect(told, "+Carry +Guide");
    says(told, "Guide", HTN_FAILED);
    if (told->polled) {
        expect(told, "!Guide -Carry");
        expect(told, "~Carry +Rest");
    } else {
        slow_abort(told, "Carry", 0);
        expect(told, "!Guide -Carry ~Carry +Rest");
    }
    assert_world(told, "Dropped", 1);
    finish(told);
}

STORY(abort_effects_have_the_values_of_a_step_whose_plan_is_gone)
{
    begin(told, "Enum [Place] Values [Home, Cave, Lake]\n"
                "World State [ At : Place = Cave, Night : bool, Left : Place ]\n"
                "Compound Task [T]\n"
                "  Method [Night] Subtasks [Sleep()]\n"
                "  Method [any p : Place where p > At] Subtasks [Walk(p)]\n"
                "Primitive Task [Walk(to : Place)] Operator [Walk(to)] AbortEffects [Left = to]\n"
                "Primitive Task [Sleep] Operator [Sleep]\n");
    expect(told, "+Walk(2)");
    set(told, "Night", 1);
    expect(told, "-Walk");
    expect(told, "~Walk +Sleep");
    assert_world(told, "Left", 2);
    finish(told);
}

/* The failure itself is over when the wait begins. */
STORY(fail_effects_do_not_end_the_back_off)
{
    htn_agent_options options = {0};
    options.back_off_ms = 5 * TICK_MS;
    begin_with(told,
               "World State [ Tries : 0..9 ]\n"
               "Compound Task [T]\n"
               "  Method [Tries < 9] Subtasks [Open()]\n"
               "Primitive Task [Open] Operator [Open] FailEffects [Tries += 1]\n",
               options);
    expect(told, "+Open");
    expect_after(told, "Open", HTN_FAILED, "!Open +Open");
    expect_after(told, "Open", HTN_FAILED, "!Open");
    assert_world(told, "Tries", 2);
    for (uint32_t i = 0; i < 4; i++)
        expect(told, "");
    expect(told, "+Open");
    finish(told);
}

/* --- Restart [always] --------------------------------------------------------------------------- */

STORY(a_step_that_always_restarts_does_not_go_on_in_another_plan)
{
    begin(told, "World State [ Alarm : bool ]\n"
                "Compound Task [T]\n"
                "  Method [Alarm] Subtasks [Parallel [Walk(), Aim()], Flee()]\n"
                "  Method [] Subtasks [Parallel [Walk(), Aim()]]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Aim] Operator [Aim] Restart [always]\n"
                "Primitive Task [Flee] Operator [Flee]\n");
    expect(told, "+Walk +Aim");
    set(told, "Alarm", 1);
    expect(told, "-Aim");
    expect(told, "~Aim +Aim");
    finish(told);
}

/* --- Reloads ------------------------------------------------------------------------------------ */

#define WALK_AND(PARTS)                                  \
    "World State [ Left : 0..9, Tries : 0..9 ]\n"        \
    "Compound Task [T]\n  Method [] Subtasks [Walk()]\n" \
    "Primitive Task [Walk] Operator [Walk] " PARTS "\n"

STORY(a_reload_cuts_what_remains_of_a_timeout)
{
    begin(told, WALK_AND("Timeout [9s]"));
    expect(told, "+Walk");
    expect(told, "");
    story *next = reload(told, WALK_AND("Timeout [200ms]"));
    expect(next, "");
    expect(next, "-Walk");
    finish_both(next, told);
}

STORY(a_reload_keeps_what_remains_of_a_timeout)
{
    begin(told, WALK_AND("Timeout [300ms]"));
    expect(told, "+Walk");
    expect(told, "");
    expect(told, "");
    story *next = reload(told, WALK_AND("Timeout [300ms] Retry [1]"));
    expect(next, "-Walk");
    finish_both(next, told);
}

STORY(a_reload_gives_a_step_a_timeout_and_takes_it_away)
{
    begin(told, WALK_AND(""));
    expect(told, "+Walk");
    story *next = reload(told, WALK_AND("Timeout [200ms]"));
    story *last = NULL;
    expect(next, ""); /* it begins with the reload */
    expect(next, "-Walk");
    expect(next, "~Walk +Walk");
    last = reload(next, WALK_AND(""));
    for (uint32_t i = 0; i < 3; i++)
        expect(last, "");
    finish_both(last, next);
    free(next);
    forget(told);
}

STORY(a_reload_keeps_failed_attempts)
{
    begin(told, WALK_AND("Retry [2] FailEffects [Tries += 1]"));
    expect(told, "+Walk");
    expect_after(told, "Walk", HTN_FAILED, "!Walk +Walk");
    story *next = reload(told, WALK_AND("Retry [1] FailEffects [Tries += 1]"));
    assert_world(next, "Tries", 0);
    expect_after(next, "Walk", HTN_FAILED, "!Walk +Walk");
    assert_world(next, "Tries", 1);
    finish_both(next, told);
}

STORY(a_step_that_a_reload_aborts_has_the_abort_effects_of_the_new_build)
{
    begin(told, "World State [ Left : 0..9 ]\n"
                "Compound Task [T]\n  Method [] Subtasks [Walk(3), Old()]\n"
                "Primitive Task [Walk(n : 0..9)] Operator [Walk(n)]\n"
                "Primitive Task [Old] Operator [Old]\n");
    expect(told, "+Walk(3)");
    story *next =
        reload(told, "World State [ Left : 0..9 ]\n"
                     "Compound Task [T]\n  Method [Left > 7] Subtasks [Walk(3)]\n  Method [] Subtasks [Rest()]\n"
                     "Primitive Task [Walk(n : 0..9)] Operator [Walk(n)] AbortEffects [Left = n]\n"
                     "Primitive Task [Rest] Operator [Rest]\n");
    expect(next, "-Walk");
    expect(next, "~Walk +Rest");
    assert_world(next, "Left", 3);
    finish_both(next, told);
}

/* --- Operators that fail in `start` ------------------------------------------------------------- */

static uint32_t starts;

static htn_outcome refuse(void *user, const htn_activity *activity)
{
    (void)user;
    (void)activity;
    starts++;
    return HTN_FAILED;
}

static void an_operator_that_fails_as_it_starts_is_started_in_the_next_tick(void **state)
{
    const htn_operator_binding turn = {.name = "Turn", .start = refuse};
    const htn_bindings bindings = {.operators = &turn, .operator_count = 1};
    const htn_agent_options plain = {0};
    htn_agent_class *agent_class;
    htn_agent *agent;
    htn_plan plan;
    size_t size;
    uint8_t *blob = fixture_compile(lock, false, &size);
    const htn_domain domain = fixture_load(blob, size);
    void *class_memory = malloc(htn_agent_class_bytes(&domain));
    (void)state;
    assert_int_equal(
        htn_agent_class_init(&agent_class, &domain, &bindings, class_memory, htn_agent_class_bytes(&domain), NULL),
        HTN_OK);
    size = htn_agent_bytes(agent_class, &plain);
    void *memory = malloc(size);
    assert_int_equal(htn_agent_init(&agent, agent_class, &plain, memory, size), HTN_OK);
    starts = 0;
    for (uint32_t tick = 1; tick <= 3; tick++) {
        assert_int_equal(htn_agent_tick(agent, TICK), HTN_OK);
        assert_int_equal(starts, tick);
        assert_true(htn_agent_plan(agent, 0, &plan, NULL));
        assert_int_equal(plan.step_count, tick < 3 ? 2 : 1); /* Knock */
    }
    free(memory);
    free(class_memory);
    free(blob);
}

/* The steps of an agent that recovers end in the order in which they began, wherever they lie in its memory. */
STORY(a_recovery_aborts_steps_in_the_order_in_which_they_began)
{
    begin(told, "World State [ Last : 0..9 ]\n"
                "Compound Task [Be] Method [] Subtasks [Parallel [Do(), B()]]\n"
                "Compound Task [Do] Method [] Subtasks [A(), C()]\n"
                "Primitive Task [A] Operator [A]\n"
                "Primitive Task [B] Operator [B] AbortEffects [Last = 1]\n"
                "Primitive Task [C] Operator [C] AbortEffects [Last = 2]\n"
                "Root [Be]\n");
    expect(told, "+A +B");
    expect_after(told, "A", HTN_SUCCEEDED, "=A +C");
    htn_agent_journal(told->agent, NULL); /* a recovery cannot be replayed */
    assert_int_equal(htn_agent_recover(told->agent), HTN_OK);
    assert_world(told, "Last", 2);
    recording_assert_replayed(&told->recording, &told->domain);
    told->recorded = NULL; /* what came then, it does not say */
    forget(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_that_succeeds_as_its_time_is_over_has_succeeded),
        cmocka_unit_test(a_step_fails_when_the_abort_for_its_timeout_has_ended),
        cmocka_unit_test(a_timeout_is_evaluated_when_the_step_starts_and_is_at_least_a_millisecond),
        cmocka_unit_test(what_runs_beside_a_step_that_has_timed_out_goes_on),
        cmocka_unit_test(a_step_that_has_timed_out_counts_as_aborted_if_its_plan_is_over),
        cmocka_unit_test(a_step_that_must_not_be_interrupted_times_out_as_well),
        cmocka_unit_test(a_step_that_fails_is_started_again_so_many_times),
        cmocka_unit_test(a_step_that_is_started_again_may_succeed),
        cmocka_unit_test(a_step_is_not_started_again_if_it_may_not_start),
        cmocka_unit_test(a_step_starts_once_in_a_tick),
        cmocka_unit_test(fail_effects_apply_once_when_the_failure_counts),
        cmocka_unit_test(abort_effects_apply_when_the_abort_has_ended),
        cmocka_unit_test(abort_effects_of_what_runs_beside_a_failure_apply_before_the_next_search),
        cmocka_unit_test(abort_effects_have_the_values_of_a_step_whose_plan_is_gone),
        cmocka_unit_test(fail_effects_do_not_end_the_back_off),
        cmocka_unit_test(a_step_that_always_restarts_does_not_go_on_in_another_plan),
        cmocka_unit_test(a_reload_cuts_what_remains_of_a_timeout),
        cmocka_unit_test(a_reload_keeps_what_remains_of_a_timeout),
        cmocka_unit_test(a_reload_gives_a_step_a_timeout_and_takes_it_away),
        cmocka_unit_test(a_reload_keeps_failed_attempts),
        cmocka_unit_test(a_step_that_a_reload_aborts_has_the_abort_effects_of_the_new_build),
        cmocka_unit_test(an_operator_that_fails_as_it_starts_is_started_in_the_next_tick),
        cmocka_unit_test(a_recovery_aborts_steps_in_the_order_in_which_they_began),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
