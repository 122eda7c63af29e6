/*
 * The agent through the front door: source text, blob, agent. What it asks of the game is logged as text and compared.
 * Every story is told twice: with operators as callbacks, and by news and reports; both must log the same.
 *
 *     +Walk(2)  a step has started      =Walk  it succeeded      !Walk  it failed
 *     -Walk     it is to be aborted     ~Walk  its abort is done
 */
#include "fixture.h"

#include <htn/agent.h>
#include <stdio.h>

enum { OPERATORS = 32, ROOM = 4096, TICK = 100 };

/* An operator under the story's control. */
typedef struct act {
    struct story *story;
    htn_outcome next;    /* how the step that runs goes at the next tick */
    uint32_t slow_abort; /* ticks that an abort takes */
    uint32_t left;       /* of the abort under way */
} act;

typedef struct story {
    bool polled;
    uint8_t *blob;
    htn_domain domain;
    void *kind_memory, *agent_memory;
    htn_kind *kind;
    htn_agent *agent;
    act acts[OPERATORS];
    char log[ROOM];
    size_t used;
    uint32_t begun, ended;
    void (*sense)(struct story *story, uint32_t sensor);
    void (*inside)(struct story *story); /* called in the middle of each update */
} story;

static void note(story *told, const char *mark, const htn_activity *activity, bool arguments)
{
    char *log = told->log;
    told->used += (size_t)snprintf(log + told->used, ROOM - told->used, "%s%s%s", told->used == 0 ? "" : " ", mark,
                                   htn_task_name(&told->domain, activity->task));
    for (uint32_t i = 0; arguments && i < activity->argument_count; i++)
        told->used += (size_t)snprintf(log + told->used, ROOM - told->used, "%s%d%s", i == 0 ? "(" : ",",
                                       (int)activity->arguments[i].value, i + 1 == activity->argument_count ? ")" : "");
}

static act *act_of(story *told, const htn_activity *activity)
{
    return &told->acts[htn_task_operator(&told->domain, activity->task)];
}

static void note_end(story *told, const htn_activity *activity, htn_outcome outcome)
{
    static const char *const marks[] = {"?", "=", "!", "~"};
    note(told, marks[outcome], activity, false);
    told->ended++;
}

/* --- Callbacks ---------------------------------------------------------------------------------- */

static htn_outcome start(void *user, const htn_activity *activity)
{
    story *told = (story *)user;
    assert_int_equal(htn_agent_tick(told->agent, 1), HTN_BUSY);
    note(told, "+", activity, true);
    told->begun++;
    return HTN_RUNNING;
}

static htn_outcome update(void *user, const htn_activity *activity)
{
    story *told = (story *)user;
    act *of = act_of(told, activity);
    const htn_outcome outcome = of->next;
    if (told->inside != NULL)
        told->inside(told);
    of->next = HTN_RUNNING;
    if (outcome != HTN_RUNNING)
        note_end(told, activity, outcome);
    return outcome;
}

static htn_outcome end_early(void *user, const htn_activity *activity)
{
    story *told = (story *)user;
    act *of = act_of(told, activity);
    if (activity->elapsed_ms == 0) {
        note(told, "-", activity, false);
        of->left = of->slow_abort;
        of->next = HTN_RUNNING;
    } else {
        of->left--;
    }
    if (of->left != 0)
        return HTN_RUNNING;
    note_end(told, activity, HTN_ABORTED);
    return HTN_ABORTED;
}

static void sense(void *user, htn_agent *agent, htn_world *world)
{
    story *told = (story *)user;
    (void)agent;
    (void)world;
    if (told->sense != NULL)
        told->sense(told, 0);
}

/* --- News --------------------------------------------------------------------------------------- */

/* What is in progress as far as the polling game knows: by id, which operator, and whether it is being aborted. */
static void report_all(story *told)
{
    htn_activity activity;
    for (uint32_t layer = 0; layer < htn_agent_layers(told->agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(told->agent, layer, i, &activity); i++) {
            act *of = act_of(told, &activity);
            htn_outcome outcome = of->next;
            if (activity.step == HTN_NONE)
                outcome = of->left == 0 || --of->left == 0 ? HTN_ABORTED : HTN_RUNNING;
            else
                of->next = HTN_RUNNING;
            if (outcome == HTN_RUNNING)
                continue;
            note_end(told, &activity, outcome);
            assert_int_equal(htn_agent_report(told->agent, activity.id, outcome), HTN_OK);
        }
}

static void read_news(story *told)
{
    htn_news news;
    while (htn_agent_news(told->agent, &news)) {
        note(told, news.kind == HTN_NEWS_START ? "+" : "-", &news.activity, news.kind == HTN_NEWS_START);
        told->begun += news.kind == HTN_NEWS_START;
        if (news.kind == HTN_NEWS_ABORT)
            act_of(told, &news.activity)->left = act_of(told, &news.activity)->slow_abort;
    }
}

/* --- Telling ------------------------------------------------------------------------------------ */

static void bind(story *told)
{
    htn_operator_binding operators[OPERATORS];
    htn_sensor_binding sensors[OPERATORS];
    const char *wrong = NULL;
    const uint32_t count = htn_domain_count(&told->domain, HTN_SECTION_OPERATORS);
    const uint32_t sensor_count = htn_domain_count(&told->domain, HTN_SECTION_SENSORS);
    for (uint32_t i = 0; i < count; i++)
        operators[i] = (htn_operator_binding){htn_operator_name(&told->domain, i), start, update, end_early, NULL, 8};
    for (uint32_t i = 0; i < sensor_count; i++) {
        const uint32_t name = htn_domain_field(&told->domain, HTN_SECTION_SENSORS, i, HTN_SENSORS_NAME);
        sensors[i] = (htn_sensor_binding){htn_domain_text(&told->domain, HTN_SECTION_STRINGS, name), sense};
    }
    const htn_bindings bindings = {operators, told->polled ? 0 : count, sensors, sensor_count};
    told->kind_memory = malloc(htn_kind_bytes(&told->domain));
    assert_int_equal(htn_kind_init(&told->kind, &told->domain, &bindings, told->kind_memory,
                                   htn_kind_bytes(&told->domain), &wrong),
                     HTN_OK);
}

static void begin_with(story *told, const char *text, htn_agent_options options)
{
    size_t size;
    const bool polled = told->polled;
    memset(told, 0, sizeof *told);
    told->polled = polled;
    told->blob = fixture_compile(text, false, &size);
    told->domain = fixture_load(told->blob, size);
    bind(told);
    options.user = told;
    size = htn_agent_bytes(told->kind, &options);
    assert_int_not_equal(size, 0);
    told->agent_memory = malloc(size);
    assert_int_equal(htn_agent_init(&told->agent, told->kind, &options, told->agent_memory, size), HTN_OK);
    for (uint32_t i = 0; i < OPERATORS; i++)
        told->acts[i].slow_abort = 1;
}

static void begin(story *told, const char *text)
{
    const htn_agent_options plain = {0};
    begin_with(told, text, plain);
}

/* Nothing may be lost: every step that began has ended, or is in progress. */
static void finish(story *told)
{
    htn_activity activity;
    uint32_t going = 0;
    for (uint32_t layer = 0; layer < htn_agent_layers(told->agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(told->agent, layer, i, &activity); i++)
            going++;
    assert_int_equal(told->begun, told->ended + going);
    free(told->agent_memory);
    free(told->kind_memory);
    free(told->blob);
}

static void set(story *told, const char *property, int32_t value)
{
    fixture_set(htn_agent_world(told->agent), property, value);
}

static void says(story *told, const char *operator_name, htn_outcome outcome)
{
    const uint32_t found = htn_operator_find(&told->domain, operator_name);
    assert_int_not_equal(found, HTN_NONE);
    told->acts[found].next = outcome;
}

static void assert_world(story *told, const char *property, int32_t value)
{
    assert_int_equal(htn_world_get(htn_agent_world(told->agent), htn_property_find(&told->domain, property)), value);
}

/* One tick, after which the log must say just this. */
static void expect(story *told, const char *log)
{
    if (told->polled)
        report_all(told);
    assert_int_equal(htn_agent_tick(told->agent, TICK), HTN_OK);
    if (told->polled)
        read_news(told);
    assert_string_equal(told->log, log);
    told->used = 0;
    told->log[0] = '\0';
}

static void expect_after(story *told, const char *operator_name, htn_outcome outcome, const char *log)
{
    says(told, operator_name, outcome);
    expect(told, log);
}

static void tell_both(void (*tell)(story *))
{
    story told;
    told.polled = false;
    tell(&told);
    told.polled = true;
    tell(&told);
}

#define STORY(name)                        \
    static void name##_told(story *told);  \
    static void name(void **state)         \
    {                                      \
        (void)state;                       \
        tell_both(name##_told);            \
    }                                      \
    static void name##_told(story *told)

/* --- Sequences ---------------------------------------------------------------------------------- */

static const char walker[] = "World State [ Far : bool = true, Door : bool, Rain : bool, Where : 0..9 ]\n"
                             "Compound Task [Go]\n"
                             "  Method [Rain] Subtasks [Shelter()]\n"
                             "  Method [Far] Subtasks [Walk(), Open(), Enter()]\n"
                             "Primitive Task [Shelter] Operator [Shelter()]\n"
                             "Primitive Task [Walk] Operator [Walk(3)] Effects [Where = 3]\n"
                             "Primitive Task [Open] Preconditions [not Door] Operator [Open()] Effects [Door = true]\n"
                             "Primitive Task [Enter] Preconditions [Door] Operator [Enter(Where)] Effects [Far = false]\n";

STORY(steps_run_in_order_and_their_effects_come_true)
{
    begin(told, walker);
    expect(told, "+Walk(3)");
    assert_world(told, "Where", 0);
    expect(told, "");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Open");
    assert_world(told, "Where", 3);
    expect_after(told, "Open", HTN_SUCCEEDED, "=Open +Enter(3)");
    expect_after(told, "Enter", HTN_SUCCEEDED, "=Enter");
    assert_world(told, "Far", 0);
    expect(told, ""); /* no plan, and none is sought */
    set(told, "Far", 1);
    set(told, "Door", 0);
    expect(told, "+Walk(3)");
    finish(told);
}

STORY(a_better_plan_aborts_the_step_and_waits_for_its_end)
{
    begin(told, walker);
    told->acts[htn_operator_find(&told->domain, "Walk")].slow_abort = 2;
    expect(told, "+Walk(3)");
    set(told, "Rain", 1);
    expect(told, "-Walk");
    expect(told, "");
    expect(told, "~Walk +Shelter");
    assert_world(told, "Where", 0);
    set(told, "Rain", 0); /* nothing better than shelter, whose precondition still holds */
    expect(told, "");
    expect_after(told, "Shelter", HTN_SUCCEEDED, "=Shelter +Walk(3)");
    finish(told);
}

STORY(a_plan_that_no_longer_holds_fails)
{
    begin(told, walker);
    expect(told, "+Walk(3)");
    set(told, "Door", 1);
    expect(told, "-Walk");
    expect(told, "~Walk");
    expect(told, ""); /* Open can not be done, so there is no plan */
    set(told, "Door", 0);
    expect(told, "+Walk(3)");
    finish(told);
}

STORY(a_failed_step_applies_nothing_and_fails_the_plan)
{
    begin(told, walker);
    expect(told, "+Walk(3)");
    expect_after(told, "Walk", HTN_FAILED, "!Walk +Walk(3)");
    assert_world(told, "Where", 0);
    finish(told);
}

STORY(failures_in_a_row_wait_for_the_back_off)
{
    htn_agent_options options = {0};
    options.back_off_ms = 3 * TICK;
    begin_with(told, walker, options);
    expect(told, "+Walk(3)");
    expect_after(told, "Walk", HTN_FAILED, "!Walk +Walk(3)");
    expect_after(told, "Walk", HTN_FAILED, "!Walk");
    expect(told, "");
    expect(told, "");
    expect(told, "+Walk(3)");
    expect_after(told, "Walk", HTN_FAILED, "!Walk");
    set(told, "Where", 5); /* something changes: no need to wait */
    expect(told, "+Walk(3)");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Open");
    expect_after(told, "Open", HTN_FAILED, "!Open +Walk(3)"); /* a step was done in between */
    finish(told);
}

STORY(bookkeeping_is_done_at_once)
{
    begin(told, "World State [ Tired : bool, Slept : 0..9 ]\n"
                "Compound Task [Live] Method [Tired] Subtasks [Count(), Sleep(), Count()]\n"
                "Primitive Task [Count] Effects [Slept += 1]\n"
                "Primitive Task [Sleep] Operator [Sleep(Slept)] Effects [Tired = false]\n");
    expect(told, "");
    set(told, "Tired", 1);
    expect(told, "+Sleep(1)");
    expect_after(told, "Sleep", HTN_SUCCEEDED, "=Sleep");
    assert_world(told, "Slept", 2);
    finish(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_run_in_order_and_their_effects_come_true),
        cmocka_unit_test(a_better_plan_aborts_the_step_and_waits_for_its_end),
        cmocka_unit_test(a_plan_that_no_longer_holds_fails),
        cmocka_unit_test(a_failed_step_applies_nothing_and_fails_the_plan),
        cmocka_unit_test(failures_in_a_row_wait_for_the_back_off),
        cmocka_unit_test(bookkeeping_is_done_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
