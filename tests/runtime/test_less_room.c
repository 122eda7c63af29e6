/*
 * Reloads into a build, or an agent, that has less room than the old one: what fits is carried over, the rest is aborted.
 * Neighbour: test_save.c, for all other saves.
 */
#include "agent_story.h"

static htn_load_report report;

static const htn_agent_options plain = {0};

/* A story of its own over this text. The agent of the first one is carried over to it. */
static story *reload_with(story *told, const char *text, htn_agent_options options)
{
    story *next = go_on_in(told, text, options, &report);
    assert_false(report.exact);
    if (told->polled)
        read_news(told);
    next->begun -= report.steps_lost;
    return next;
}

static void expect_aborted(story *told, const char *log)
{
    assert_string_equal(told->log, log);
}

#define CHOIR(subtasks)                                             \
    "World State [ A : bool ]\n"                                    \
    "Compound Task [Live] Method [not A] Subtasks [" subtasks "]\n" \
    "Primitive Task [Hum] Operator [Hum()]\n"                       \
    "Primitive Task [Clap] Operator [Clap()]\n"                     \
    "Primitive Task [Bow] Operator [Bow()] Effects [A = true]\n"

STORY(of_a_group_that_is_gone_one_step_has_a_slot)
{
    begin(told, CHOIR("Parallel [Hum(), Clap()], Bow()"));
    expect(told, "+Hum +Clap");
    story *next = reload_with(told, CHOIR("Hum(), Clap(), Bow()"), plain);
    expect_aborted(told, "-Clap");
    assert_int_equal(report.plans_dropped, 1);
    assert_int_equal(report.steps_lost, 1);
    expect(next, "^Hum -Hum");
    expect(next, "~Hum +Hum");
    expect_after(next, "Hum", HTN_SUCCEEDED, "=Hum +Clap");
    finish_both(next, told);
}

/* The plan is kept; the step that had no slot begins again when one is free. */
STORY(an_agent_with_fewer_slots_begins_the_others_later)
{
    static const htn_agent_options one = {.running = 1};
    begin(told, CHOIR("Parallel [Hum(), Clap()], Bow()"));
    expect(told, "+Hum +Clap");
    story *next = reload_with(told, CHOIR("Parallel [Hum(), Clap()], Bow(), Bow()"), one);
    expect_aborted(told, "-Clap");
    assert_int_equal(report.plans_kept, 1);
    assert_int_equal(report.steps_lost, 1);
    expect(next, "^Hum");
    expect_after(next, "Hum", HTN_SUCCEEDED, "=Hum +Clap");
    finish_both(next, told);
}

STORY(a_plan_that_is_longer_than_the_new_limits_is_dropped)
{
    static const htn_agent_options short_plans = {.limits.steps = 2}, narrow = {.limits.spans = 1, .running = 2};
    begin(told, CHOIR("Parallel [Hum(), Clap()], Bow()"));
    expect(told, "+Hum +Clap");
    story *next = reload_with(told, CHOIR("Parallel [Hum(), Clap()]"), short_plans);
    expect_aborted(told, "");
    assert_int_equal(report.plans_dropped, 1);
    assert_int_equal(report.steps_lost, 0);
    expect(next, "^Hum ^Clap -Hum -Clap");
    expect(next, "~Hum ~Clap +Hum +Clap");
    story *last = reload_with(
        next, CHOIR("Sing()") "Compound Task [Sing] Method [true] While [not A] Subtasks [Hum(), Bow()]\n", narrow);
    assert_int_equal(report.plans_dropped, 1);
    assert_int_equal(report.steps_lost, 0);
    expect(last, "^Hum ^Clap -Hum -Clap");
    expect(last, "~Hum ~Clap +Hum");
    finish(last);
    free(last);
    forget(next);
    free(next);
    forget(told);
}

#define SHOW(during, more)                                             \
    "World State [ A : bool, B : bool, C : bool, Go : bool = true ]\n" \
    "Root [Live]\nRoot [Sing]\n"                                       \
    "Compound Task [Live] Method [Go] Subtasks [Walk()]\n"             \
    "Compound Task [Sing] Method [not Go] Subtasks [Hum()]\n"          \
    "Primitive Task [Walk] Operator [Walk()] During [" during "]\n"    \
    "Primitive Task [Hum] Operator [Hum()] During [" more "]\n"

/* What the carried step shows does not take the room of what a later one shows. */
STORY(of_a_longer_during_there_remains_what_a_step_of_the_new_build_can_show)
{
    begin(told, SHOW("A = true, B = true, C = true", "C = true"));
    expect(told, "+Walk");
    story *next = reload_with(told, SHOW("A = true", "C = true"), plain);
    assert_int_equal(report.plans_kept, 1);
    assert_int_equal(report.steps_lost, 0);
    assert_world(next, "A", 1);
    assert_world(next, "B", 0);
    assert_world(next, "C", 0);
    expect(next, "^Walk");
    set(next, "Go", 0);
    expect(next, "+Hum");
    assert_world(next, "C", 1);
    expect_after(next, "Walk", HTN_SUCCEEDED, "=Walk");
    assert_world(next, "A", 0);
    assert_world(next, "C", 1);
    finish_both(next, told);
}

STORY(a_during_that_is_gone_shows_nothing)
{
    begin(told, SHOW("A = true, B = true", "C = true"));
    expect(told, "+Walk");
    story *next = reload_with(told,
                              "World State [ A : bool, B : bool, Go : bool = true ]\n"
                              "Compound Task [Live] Method [Go] Subtasks [Walk()]\n"
                              "Primitive Task [Walk] Operator [Walk()]\n",
                              plain);
    assert_int_equal(report.plans_kept, 1);
    assert_world(next, "A", 0);
    assert_world(next, "B", 0);
    expect(next, "^Walk");
    expect_after(next, "Walk", HTN_SUCCEEDED, "=Walk +Walk");
    finish_both(next, told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_group_that_is_gone_one_step_has_a_slot),
        cmocka_unit_test(an_agent_with_fewer_slots_begins_the_others_later),
        cmocka_unit_test(a_plan_that_is_longer_than_the_new_limits_is_dropped),
        cmocka_unit_test(of_a_longer_during_there_remains_what_a_step_of_the_new_build_can_show),
        cmocka_unit_test(a_during_that_is_gone_shows_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
