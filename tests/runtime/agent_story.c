/* What stories about agents share; see agent_story.h. */
#include "agent_story.h"

static void note(story *told, const char *mark, const htn_activity *activity, bool arguments)
{
    char *log = told->log;
    told->used += (size_t)snprintf(log + told->used, ROOM - told->used, "%s%s%s", told->used == 0 ? "" : " ", mark,
                                   htn_task_name(&told->domain, activity->task));
    for (uint32_t i = 0; arguments && i < activity->argument_count; i++) {
        const htn_argument *argument = &activity->arguments[i];
        char number[16];
        snprintf(number, sizeof number, "%d", (int)argument->value);
        told->used += (size_t)snprintf(log + told->used, ROOM - told->used, "%s%s%s", i == 0 ? "(" : ",",
                                       argument->text != NULL ? argument->text : number,
                                       i + 1 == activity->argument_count ? ")" : "");
    }
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
    if (activity->elapsed_us == 0) {
        note(told, "-", activity, false);
        if (told->at_abort != NULL)
            told->at_abort(told);
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

static void resume(void *user, const htn_activity *activity)
{
    story *told = (story *)user;
    assert_int_equal(htn_agent_tick(told->agent, 1), HTN_BUSY);
    note(told, "^", activity, true);
}

static void sense(void *user, const htn_sensing *sensing)
{
    story *told = (story *)user;
    (void)sensing;
    if (told->sense != NULL)
        told->sense(told, 0);
}

/* Every query is answered by the number of its argument, or not at all while the story has its host away. */
static htn_status answer(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    const story *told = (const story *)user;
    if (told->late >> question->arguments[0] & 1u)
        return HTN_WAITS;
    if (question->capacity > 1) {
        *count = told->proposed_count;
        memcpy(answers, told->proposed, told->proposed_count * sizeof *answers);
        return HTN_OK;
    }
    answers[0] = told->blocked ? 0 : question->arguments[0] + 1;
    return HTN_OK;
}

static void order_ended(void *user, const htn_order_report *report)
{
    static const char *const ends[HTN_ORDER_ENDS] = {"done", "no plan",  "limit", "failed",
                                                     "gone", "replaced", "taken", "dropped"};
    story *told = (story *)user;
    const size_t used = strlen(told->ends);
    snprintf(told->ends + used, ROOM - used, "%s%u %s", used == 0 ? "" : ", ", (unsigned)report->id, ends[report->end]);
}

/* --- News --------------------------------------------------------------------------------------- */

/* Says how each step in progress goes. What becomes of it is seen after the tick: a report on a step that is aborted is too late. */
void report_all(story *told)
{
    htn_activity activity;
    for (uint32_t layer = 0; layer < htn_agent_layers(told->agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(told->agent, layer, i, &activity); i++) {
            act *of = act_of(told, &activity);
            htn_outcome outcome = of->next;
            if (activity.step == HTN_NONE || of->aborting == activity.id)
                outcome = of->left == 0 || --of->left == 0 ? HTN_ABORTED : HTN_RUNNING;
            else
                of->next = HTN_RUNNING;
            if (outcome == HTN_RUNNING)
                continue;
            assert_int_equal(htn_agent_report(told->agent, activity.id, outcome), HTN_OK);
            told->reports[told->report_count].activity = activity;
            told->reports[told->report_count++].outcome = outcome;
        }
}

static bool is_in_progress(const story *told, const htn_activity *wanted)
{
    htn_activity activity;
    for (uint32_t i = 0; htn_agent_activity(told->agent, wanted->layer, i, &activity); i++)
        if (activity.id == wanted->id)
            return true;
    return false;
}

void read_news(story *told)
{
    htn_news news;
    for (uint32_t i = 0; i < told->report_count; i++)
        if (!is_in_progress(told, &told->reports[i].activity))
            note_end(told, &told->reports[i].activity, told->reports[i].outcome);
    told->report_count = 0;
    while (htn_agent_news(told->agent, &news)) {
        static const char *const marks[HTN_NEWS_KINDS] = {"+", "-", "^"};
        note(told, marks[news.kind], &news.activity, news.kind != HTN_NEWS_ABORT);
        told->begun += news.kind == HTN_NEWS_START;
        if (news.kind == HTN_NEWS_ABORT) {
            if (told->at_abort != NULL)
                told->at_abort(told);
            act_of(told, &news.activity)->left = act_of(told, &news.activity)->slow_abort;
            act_of(told, &news.activity)->aborting = news.activity.id;
        }
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
        operators[i] = (htn_operator_binding){.name = htn_operator_name(&told->domain, i),
                                              .start = start,
                                              .update = update,
                                              .abort = end_early,
                                              .resume = resume,
                                              .memory = 8};
    for (uint32_t i = 0; i < sensor_count; i++) {
        const uint32_t name = htn_domain_field(&told->domain, HTN_SECTION_SENSORS, i, HTN_SENSORS_NAME);
        sensors[i] =
            (htn_sensor_binding){.name = htn_domain_text(&told->domain, HTN_SECTION_STRINGS, name), .sense = sense};
    }
    const htn_bindings bindings = {.operators = operators,
                                   .operator_count = told->polled ? 0 : count,
                                   .sensors = sensors,
                                   .sensor_count = sensor_count,
                                   .answerer = answer,
                                   .order_ended = order_ended};
    told->class_memory = malloc(htn_agent_class_bytes(&told->domain));
    assert_int_equal(htn_agent_class_init(&told->agent_class, &told->domain, &bindings, told->class_memory,
                                          htn_agent_class_bytes(&told->domain), &wrong),
                     HTN_OK);
}

enum { JOURNAL = 1 << 20 };

void begin_with(story *told, const char *text, htn_agent_options options)
{
    size_t size;
    const bool polled = told->polled;
    memset(told, 0, sizeof *told);
    told->polled = polled;
    told->blob = fixture_compile(text, false, &size);
    told->domain = fixture_load(told->blob, size);
    bind(told);
    options.user = told;
    size = htn_agent_bytes(told->agent_class, &options);
    assert_int_not_equal(size, 0);
    told->agent_memory = malloc(size);
    assert_int_equal(htn_agent_init(&told->agent, told->agent_class, &options, told->agent_memory, size), HTN_OK);
    recording_begin(&told->recording, told->agent, JOURNAL);
    told->recorded = told->agent;
    for (uint32_t i = 0; i < OPERATORS; i++)
        told->acts[i].slow_abort = 1;
}

void begin(story *told, const char *text)
{
    const htn_agent_options plain = {0};
    begin_with(told, text, plain);
}

void finish(story *told)
{
    htn_activity activity;
    uint32_t going = 0;
    for (uint32_t layer = 0; layer < htn_agent_layers(told->agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(told->agent, layer, i, &activity); i++)
            going++;
    assert_int_equal(told->begun, told->ended + going);
    forget(told);
}

void forget(story *told)
{
    if (told->agent == told->recorded) {
        recording_assert_replayed(&told->recording, &told->domain);
        if (!told->polled) /* what the game reads of news, a journal does not say */
            recording_assert_alike(&told->recording, &told->domain, told->agent);
    }
    recording_end(&told->recording);
    free(told->agent_memory);
    free(told->class_memory);
    free(told->blob);
}

void clear_log(story *told)
{
    if (told->polled)
        read_news(told);
    told->used = 0;
    told->log[0] = '\0';
}

void expect_now(story *told, const char *log)
{
    if (told->polled)
        read_news(told);
    assert_string_equal(told->log, log);
    told->used = 0;
    told->log[0] = '\0';
}

story *go_on_in(story *told, const char *text, htn_agent_options options, htn_load_report *report)
{
    story *next = malloc(sizeof *next);
    const size_t size = htn_agent_save_bytes(told->agent);
    void *scratch = malloc(size);
    next->polled = told->polled;
    begin_with(next, text, options);
    assert_int_equal(htn_agent_reload(next->agent, told->agent, scratch, size, report), HTN_OK);
    if (report != NULL)
        assert_null(report->reason);
    next->begun = told->begun;
    next->ended = told->ended;
    free(scratch);
    return next;
}

void finish_both(story *next, story *told)
{
    finish(next);
    free(next);
    forget(told);
}

void set(story *told, const char *property, int32_t value)
{
    fixture_set(htn_agent_world(told->agent), property, value);
}

void says(story *told, const char *operator_name, htn_outcome outcome)
{
    const uint32_t found = htn_operator_find(&told->domain, operator_name);
    assert_int_not_equal(found, HTN_NONE);
    told->acts[found].next = outcome;
}

void assert_world(story *told, const char *property, int32_t value)
{
    assert_int_equal(htn_world_get(htn_agent_world(told->agent), htn_property_find(&told->domain, property)), value);
}

void expect(story *told, const char *log)
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

void expect_after(story *told, const char *operator_name, htn_outcome outcome, const char *log)
{
    says(told, operator_name, outcome);
    expect(told, log);
}

void tell_both(void (*tell)(story *))
{
    story told;
    told.polled = false;
    tell(&told);
    told.polled = true;
    tell(&told);
}

uint8_t *save_of(const story *told, size_t *size)
{
    *size = htn_agent_save_bytes(told->agent);
    uint8_t *save = malloc(*size);
    assert_int_equal(htn_agent_save(told->agent, save, *size, NULL), HTN_OK);
    return save;
}
