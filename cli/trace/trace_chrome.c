/* Journals as trace events; see trace_chrome.h. Times are microseconds. */
#include "cli/trace/trace_chrome.h"
#include "cli/common/json.h"
#include "cli/common/value_text.h"
#include "cli/trace/trace_reader.h"
#include "cli/trace/trace_sentences.h"
#include "cli/trace/trace_words.h"
#include <cjson/cJSON.h>
#include <htn/journal.h>
#include <stdlib.h>
#include <string.h>

/* Threads: the world's, and by layer those of plans, of searches, and from there on of steps. */
enum {
    WORLD = 1,
    FIRST_LAYER = 100,
    BY_LAYER = 100,
    PLANS = 0,
    SEARCHES = 1,
    STEPS = 2,
    MOST_LANES = BY_LAYER - STEPS
};

typedef struct chrome_layer {
    char *plan; /* the running plan; NULL: none */
    char *why;
    uint64_t planned, sought; /* when it was adopted; when the search began */
    bool searching;
    char *reasons;
    uint32_t lanes; /* threads of steps that have a name */
} chrome_layer;

typedef struct chrome_step {
    uint32_t run, layer, lane;
    uint64_t begin;
} chrome_step;

/* --- Events ------------------------------------------------------------------------------------------- */

static cJSON *event_of(const trace_chrome *chrome, const char *phase, uint32_t thread, const char *name)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "name", name);
    cJSON_AddStringToObject(json, "ph", phase);
    cJSON_AddNumberToObject(json, "pid", chrome->process);
    cJSON_AddNumberToObject(json, "tid", thread);
    return json;
}

/* Adds the event and frees it. */
static void add(trace_chrome *chrome, cJSON *event)
{
    base_text_add(&chrome->text, "%s", chrome->text.length > 0 ? ",\n" : "");
    cli_add_json(&chrome->text, event, false);
}

static void name_thread(trace_chrome *chrome, uint32_t thread, const char *name)
{
    cJSON *json = event_of(chrome, "M", thread, "thread_name");
    cJSON_AddStringToObject(cJSON_AddObjectToObject(json, "args"), "name", name);
    add(chrome, json);
    json = event_of(chrome, "M", thread, "thread_sort_index");
    cJSON_AddNumberToObject(cJSON_AddObjectToObject(json, "args"), "sort_index", thread);
    add(chrome, json);
}

/* Something that lasts, from `begin` to now. Its arguments are the caller's to add, before the next event. */
static cJSON *span_of(const trace_chrome *chrome, uint32_t thread, const char *name, const char *category,
                      uint64_t begin)
{
    cJSON *json = event_of(chrome, "X", thread, name);
    cJSON_AddStringToObject(json, "cat", category);
    cJSON_AddNumberToObject(json, "ts", (double)begin);
    cJSON_AddNumberToObject(json, "dur", (double)(chrome->end - begin));
    return json;
}

static void add_instant(trace_chrome *chrome, uint32_t thread, const char *name)
{
    cJSON *json = event_of(chrome, "i", thread, name);
    cJSON_AddNumberToObject(json, "ts", (double)chrome->end);
    cJSON_AddStringToObject(json, "s", "t");
    add(chrome, json);
}

static uint32_t thread_of(uint32_t layer, uint32_t which)
{
    return FIRST_LAYER + BY_LAYER * layer + which;
}

/* --- Plans and searches ------------------------------------------------------------------------------- */

static void end_plan(trace_chrome *chrome, uint32_t layer, const char *end)
{
    chrome_layer *of = &chrome->layers[layer];
    if (of->plan == NULL)
        return;
    cJSON *json = span_of(chrome, thread_of(layer, PLANS), of->plan, "plan", of->planned);
    cJSON *arguments = cJSON_AddObjectToObject(json, "args");
    cJSON_AddStringToObject(arguments, "why", of->why);
    cJSON_AddStringToObject(arguments, "end", end);
    add(chrome, json);
    free(of->plan);
    free(of->why);
    of->plan = of->why = NULL;
}

/* `sentence`: `plan: A(), B()  <- reasons`. */
static void begin_plan(trace_chrome *chrome, uint32_t layer, const char *sentence)
{
    chrome_layer *of = &chrome->layers[layer];
    const char *arrow = strstr(sentence, "  <- ");
    end_plan(chrome, layer, "replaced");
    of->plan = base_duplicate_text(strncmp(sentence, "plan: ", 6) == 0 ? sentence + 6 : sentence);
    if (arrow != NULL)
        of->plan[strstr(of->plan, "  <- ") - of->plan] = '\0';
    of->why = base_duplicate_text(arrow != NULL ? arrow + 5 : "");
    of->planned = chrome->end;
}

static void begin_search(trace_chrome *chrome, const trace_reader *reader)
{
    chrome_layer *of = &chrome->layers[reader->event.numbers[0]];
    base_text reasons = {0};
    trace_add_reasons(&reasons, reader, &reader->event);
    free(of->reasons);
    of->reasons = base_duplicate_text(base_text_of(&reasons));
    base_text_free(&reasons);
    of->sought = chrome->end;
    of->searching = true;
}

static void end_search(trace_chrome *chrome, const trace_reader *reader)
{
    const uint32_t *n = reader->event.numbers;
    chrome_layer *of = &chrome->layers[n[0]];
    const char *name = n[1] == HTN_OK       ? "plan found"
                       : n[1] == HTN_STANDS ? "plan kept"
                                            : htn_status_text((htn_status)n[1]);
    cJSON *json = span_of(chrome, thread_of(n[0], SEARCHES), name, "search", of->searching ? of->sought : chrome->end);
    cJSON *arguments = cJSON_AddObjectToObject(json, "args");
    cJSON_AddStringToObject(arguments, "why", of->searching && of->reasons != NULL ? of->reasons : "");
    cJSON_AddNumberToObject(arguments, "work", n[2]);
    add(chrome, json);
    of->searching = n[1] == HTN_WAITS || n[1] == HTN_SUSPENDED;
}

/* --- Steps -------------------------------------------------------------------------------------------- */

/* The first thread of the layer in which nothing runs. */
static uint32_t free_lane(const trace_chrome *chrome, uint32_t layer)
{
    for (uint32_t lane = 0;; lane++) {
        bool taken = false;
        for (uint32_t i = 0; i < chrome->step_count && lane + 1 < MOST_LANES; i++)
            taken = taken || (chrome->steps[i].layer == layer && chrome->steps[i].lane == lane);
        if (!taken)
            return lane;
    }
}

static void begin_step(trace_chrome *chrome, const trace_reader *reader, uint32_t layer, uint32_t run)
{
    const uint32_t lane = free_lane(chrome, layer);
    base_text name = {0};
    base_text_add(&name, "%s steps", cli_layer_name(reader->domain, layer));
    if (lane > 0)
        base_text_add(&name, " %u", lane + 1);
    for (; chrome->layers[layer].lanes <= lane; chrome->layers[layer].lanes++)
        name_thread(chrome, thread_of(layer, STEPS + lane), base_text_of(&name));
    base_text_free(&name);
    chrome->steps = base_grow_array(chrome->steps, chrome->step_count, &chrome->step_capacity, sizeof *chrome->steps);
    chrome->steps[chrome->step_count++] = (chrome_step){run, layer, lane, chrome->end};
}

/* Nothing if its start is missing. */
static void end_step(trace_chrome *chrome, const trace_reader *reader, uint32_t run, const char *outcome)
{
    base_text name = {0};
    uint32_t at = 0;
    while (at < chrome->step_count && chrome->steps[at].run != run)
        at++;
    if (at == chrome->step_count)
        return;
    const chrome_step step = chrome->steps[at];
    chrome->steps[at] = chrome->steps[--chrome->step_count];
    trace_add_run(&name, reader, run);
    cJSON *json = span_of(chrome, thread_of(step.layer, STEPS + step.lane), base_text_of(&name), "step", step.begin);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(json, "args"), "outcome", outcome);
    add(chrome, json);
    base_text_free(&name);
}

/* --- The world ---------------------------------------------------------------------------------------- */

static void add_count(trace_chrome *chrome, const char *name, uint64_t at, double value)
{
    cJSON *json = event_of(chrome, "C", WORLD, name);
    cJSON_AddNumberToObject(json, "ts", (double)at);
    cJSON_AddNumberToObject(cJSON_AddObjectToObject(json, "args"), "value", value);
    add(chrome, json);
}

/* A counter for a cell with numbers, bools or values of an enum, which count from 0. It begins with the value before the first write. */
static void add_counter(trace_chrome *chrome, const trace_reader *reader, uint32_t address, uint32_t number)
{
    const htn_domain *domain = reader->domain;
    htn_journal_location location;
    int32_t index[HTN_MAX_LOCALS];
    base_text name = {0};
    if (!htn_journal_locate(domain, address, &location) || location.property == HTN_NONE)
        return;
    const uint32_t type = htn_domain_field(domain, HTN_SECTION_PROPERTIES, location.property, HTN_PROPERTIES_TYPE);
    const double unit = htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_KIND) == HTN_TYPE_FIXED ? 1e3 : 1;
    if (htn_type_is_open(domain, type))
        return;
    trace_add_cell(&name, reader, address);
    const uint32_t count = htn_journal_index(domain, &location, index);
    if (address < reader->addresses && !reader->writes[address].known && !reader->lost)
        add_count(chrome, base_text_of(&name), chrome->begin,
                  htn_world_get_at(&reader->world, location.property, index, count) / unit);
    add_count(chrome, base_text_of(&name), chrome->end, htn_journal_value_at(domain, &location, number) / unit);
    base_text_free(&name);
}

/* --- A run -------------------------------------------------------------------------------------------- */

static void add_event(trace_chrome *chrome, const trace_reader *reader)
{
    const uint32_t *n = reader->event.numbers, layer = trace_layer_of(reader, &reader->event);
    base_text sentence = {0};
    if (reader->in_snapshot)
        return;
    trace_add_event(&sentence, reader, &reader->event);
    switch (reader->event.kind) {
    case HTN_JOURNAL_REQUEST: begin_search(chrome, reader); break;
    case HTN_JOURNAL_RESULT: end_search(chrome, reader); break;
    case HTN_JOURNAL_PLAN: begin_plan(chrome, n[0], base_text_of(&sentence)); break;
    case HTN_JOURNAL_START: break; /* the run's text is known when it is learnt */
    case HTN_JOURNAL_END: end_step(chrome, reader, n[1], trace_outcome_name(n[2])); break;
    case HTN_JOURNAL_DROP: end_step(chrome, reader, n[0], "dropped by a hot reload"); break;
    case HTN_JOURNAL_DONE: end_plan(chrome, n[0], "done"); break;
    case HTN_JOURNAL_FAIL: end_plan(chrome, n[0], base_text_of(&sentence)); break;
    case HTN_JOURNAL_QUERY:
    case HTN_JOURNAL_SKIP: break;                                    /* there may be very many */
    case HTN_JOURNAL_WRITE: add_counter(chrome, reader, n[2], n[3]); /* fall through */
    default:
        if (reader->event.kind == HTN_JOURNAL_COPY)
            add_counter(chrome, reader, n[0], n[1]);
        if (sentence.length > 0)
            add_instant(chrome, layer != HTN_NONE && layer < reader->layer_count ? thread_of(layer, PLANS) : WORLD,
                        base_text_of(&sentence));
        break;
    }
    base_text_free(&sentence);
}

static void begin_run(trace_chrome *chrome, const trace_reader *reader, const char *name)
{
    base_text text = {0};
    base_text_add(&text, "run %u: %s", chrome->process, name);
    cJSON *json = event_of(chrome, "M", 0, "process_name");
    cJSON_AddStringToObject(cJSON_AddObjectToObject(json, "args"), "name", base_text_of(&text));
    add(chrome, json);
    name_thread(chrome, WORLD, "world");
    for (uint32_t i = 0; i < reader->layer_count; i++) {
        base_text_clear(&text);
        base_text_add(&text, "%s plans", cli_layer_name(reader->domain, i));
        name_thread(chrome, thread_of(i, PLANS), base_text_of(&text));
        base_text_clear(&text);
        base_text_add(&text, "%s searches", cli_layer_name(reader->domain, i));
        name_thread(chrome, thread_of(i, SEARCHES), base_text_of(&text));
    }
    base_text_free(&text);
}

/* What has not ended goes on to the end of the journal. */
static void end_run(trace_chrome *chrome, const trace_reader *reader)
{
    while (chrome->step_count > 0)
        end_step(chrome, reader, chrome->steps[chrome->step_count - 1].run, "running");
    for (uint32_t i = 0; i < reader->layer_count; i++) {
        end_plan(chrome, i, "running");
        free(chrome->layers[i].reasons);
    }
    free(chrome->layers);
    chrome->layers = NULL;
}

htn_status trace_chrome_add(trace_chrome *chrome, trace_reader *reader, const char *name, uint32_t number)
{
    htn_status status;
    chrome->process = number;
    chrome->begin = chrome->end;
    chrome->layers = base_allocate((reader->layer_count + (size_t)1) * sizeof *chrome->layers);
    begin_run(chrome, reader, name);
    while ((status = trace_next(reader)) == HTN_OK) {
        chrome->end = chrome->begin + reader->time_us;
        add_event(chrome, reader);
        trace_learn(reader);
        if (reader->event.kind == HTN_JOURNAL_START)
            begin_step(chrome, reader, reader->event.numbers[0], reader->event.numbers[1]);
    }
    end_run(chrome, reader);
    return status;
}

void trace_chrome_finish(base_text *text, const trace_chrome *chrome)
{
    base_text_add(text, "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
    base_text_add_bytes(text, base_text_of(&chrome->text), chrome->text.length);
    base_text_add(text, "\n]}\n");
}

void trace_chrome_free(trace_chrome *chrome)
{
    base_text_free(&chrome->text);
    free(chrome->steps);
}
