/*
 * How a step ends, by each answer that a callback may give at each call: what becomes of its During, and which effects come true.
 * Neighbours: test_callbacks.c tells what callbacks are given, agent_story.h drives operators that start and abort as they should.
 */
#include "fixture.h"
#include "recording.h"
#include <stdio.h>

enum { TICK = 100 * 1000, RING = 1 << 16 };

/* An agent whose one operator, Walk, answers as it is told. */
typedef struct walker {
    fixture made;
    void *class_memory, *agent_memory;
    htn_agent *agent;
    recording told;
    htn_outcome at_start, at_update, at_abort;
    uint32_t abort_calls;
    bool late_abort; /* the first call of an abort answers HTN_RUNNING */
} walker;

static const char *const text =
    "World State [ Busy : bool, Alarm : bool, Done : bool, Failed : bool, Aborted : bool ]\n"
    "Compound Task [Live]\n"
    "  Method [Alarm or Done or Failed] Subtasks [Rest()]\n"
    "  Method [] Subtasks [Walk()]\n"
    "Primitive Task [Walk] Operator [Walk] During [Busy = true] Effects [Done = true]\n"
    "  FailEffects [Failed = true] AbortEffects [Aborted = true]\n"
    "Primitive Task [Rest] Operator [Rest]\n";

static htn_outcome start(void *user, const htn_activity *activity)
{
    const walker *self = user;
    (void)activity;
    return self->at_start;
}

static htn_outcome update(void *user, const htn_activity *activity)
{
    const walker *self = user;
    (void)activity;
    return self->at_update;
}

static htn_outcome stop(void *user, const htn_activity *activity)
{
    walker *self = user;
    (void)activity;
    return self->abort_calls++ == 0 && self->late_abort ? HTN_RUNNING : self->at_abort;
}

static void begin(walker *self, const char *domain)
{
    const htn_operator_binding operators[] = {{.name = "Walk", .start = start, .update = update, .abort = stop},
                                              {.name = "Rest", .polled = true}};
    const htn_bindings bindings = {.operators = operators, .operator_count = 2};
    const htn_agent_options options = {.user = self};
    htn_agent_class *agent_class;
    memset(self, 0, sizeof *self);
    fixture_start(&self->made, domain, NULL);
    size_t size = htn_agent_class_bytes(&self->made.domain);
    self->class_memory = malloc(size);
    assert_int_equal(htn_agent_class_init(&agent_class, &self->made.domain, &bindings, self->class_memory, size, NULL),
                     HTN_OK);
    size = htn_agent_bytes(agent_class, &options);
    self->agent_memory = malloc(size);
    assert_int_equal(htn_agent_init(&self->agent, agent_class, &options, self->agent_memory, size), HTN_OK);
    recording_begin(&self->told, self->agent, RING);
}

static void end(walker *self)
{
    recording_assert_replayed(&self->told, &self->made.domain);
    recording_assert_alike(&self->told, &self->made.domain, self->agent);
    recording_end(&self->told);
    free(self->agent_memory);
    free(self->class_memory);
    fixture_tear_down(&self->made);
}

/* The properties that are true: "Done Failed". */
static const char *holding(const walker *self)
{
    static char names[128];
    static const char *const all[] = {"Busy", "Done", "Failed", "Aborted"};
    names[0] = '\0';
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (htn_world_get(htn_agent_world(self->agent), htn_property_find(&self->made.domain, all[i])) != 0)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", names[0] != '\0' ? " " : "", all[i]);
    return names;
}

/* After one tick, just these are true, and this task is in progress; NULL: none is. */
static void expect(walker *self, const char *names, const char *task)
{
    htn_activity activity;
    assert_int_equal(htn_agent_tick(self->agent, TICK), HTN_OK);
    assert_string_equal(holding(self), names);
    assert_int_equal(htn_agent_activity(self->agent, 0, 0, &activity), task != NULL);
    if (task == NULL)
        return;
    assert_string_equal(htn_task_name(&self->made.domain, activity.task), task);
    assert_false(htn_agent_activity(self->agent, 0, 1, &activity));
}

static void a_step_that_fails_at_its_start_leaves_nothing_of_its_during(void **state)
{
    walker self;
    (void)state;
    begin(&self, text);
    self.at_start = HTN_FAILED;
    expect(&self, "Failed", NULL);
    expect(&self, "Failed", "Rest");
    end(&self);
}

static void a_step_that_succeeds_at_its_start_leaves_nothing_of_its_during(void **state)
{
    walker self;
    (void)state;
    begin(&self, text);
    self.at_start = HTN_SUCCEEDED;
    expect(&self, "Done", NULL);
    expect(&self, "Done", "Rest");
    end(&self);
}

static void a_step_that_runs_on_ends_as_its_update_answers(void **state)
{
    (void)state;
    for (htn_outcome answer = HTN_SUCCEEDED; answer <= HTN_FAILED; answer++) {
        walker self;
        begin(&self, text);
        expect(&self, "Busy", "Walk");
        expect(&self, "Busy", "Walk");
        self.at_update = answer;
        expect(&self, answer == HTN_SUCCEEDED ? "Done" : "Failed", "Rest");
        end(&self);
    }
}

/* Whatever the callback says, an abort that has ended is one: neither the effects of success nor those of failure come true. */
static void a_step_that_is_aborted_counts_as_aborted_whatever_its_callback_answers(void **state)
{
    static const htn_outcome answers[] = {HTN_SUCCEEDED, HTN_FAILED, HTN_ABORTED};
    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        for (int late = 0; late < 2; late++) {
            walker self;
            begin(&self, text);
            self.at_abort = answers[i];
            self.late_abort = late;
            expect(&self, "Busy", "Walk");
            fixture_set(htn_agent_world(self.agent), "Alarm", 1);
            if (late)
                expect(&self, "Busy", "Walk");
            expect(&self, "Aborted", "Rest");
            assert_int_equal(self.abort_calls, late ? 2 : 1);
            end(&self);
        }
}

/* Its During asks more than a block may ask: what it has shown before that goes, the operator is never called, nothing has failed. */
static void a_step_whose_during_fails_does_not_start_and_leaves_nothing_of_it(void **state)
{
    static char domain[8192];
    walker self;
    (void)state;
    strcpy(domain, "Enum [Place] Values [P0");
    for (int i = 1; i < 128; i++)
        snprintf(domain + strlen(domain), sizeof domain - strlen(domain), ", P%d", i);
    strcat(domain, "]\nWorld State [ Busy : bool, Done : bool, Failed : bool, Aborted : bool, Off : bool, N : 0..1000, "
                   "At(a : Place) : bool ]\n"
                   "Compound Task [Live]\n"
                   "  Method [not Off] Subtasks [Walk()]\n"
                   "  Method [true] Subtasks [Rest()]\n"
                   "Primitive Task [Walk] Operator [Walk] Effects [Done = true] FailEffects [Failed = true]\n"
                   "  During [Busy = true, N = count(a : Place where exists(b : Place where exists(c : Place where\n"
                   "    At(a) == At(b) and At(b) != At(c))))]\n"
                   "Primitive Task [Rest] Operator [Rest]\n");
    begin(&self, domain);
    self.at_start = HTN_SUCCEEDED; /* it is not asked */
    for (int tick = 0; tick < 3; tick++) {
        htn_activity activity;
        htn_agent_tick(self.agent, TICK);
        assert_string_equal(holding(&self), "");
        assert_false(htn_agent_activity(self.agent, 0, 0, &activity));
    }
    fixture_set(htn_agent_world(self.agent), "Off", 1);
    for (int tick = 0; tick < 20; tick++)
        htn_agent_tick(self.agent, TICK);
    expect(&self, "", "Rest");
    end(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_that_fails_at_its_start_leaves_nothing_of_its_during),
        cmocka_unit_test(a_step_that_succeeds_at_its_start_leaves_nothing_of_its_during),
        cmocka_unit_test(a_step_that_runs_on_ends_as_its_update_answers),
        cmocka_unit_test(a_step_that_is_aborted_counts_as_aborted_whatever_its_callback_answers),
        cmocka_unit_test(a_step_whose_during_fails_does_not_start_and_leaves_nothing_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
