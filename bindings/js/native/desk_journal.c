/* Journals for the desk; see desk_journal.h. One cursor is open at a time: that of the track that was looked at last. */
#include "bindings/js/native/desk_journal.h"
#include "bindings/js/native/desk_json.h"
#include "cli/common/exit_status.h"
#include "cli/common/terminal.h"
#include "cli/common/value_text.h"
#include "cli/explain/explain_page.h"
#include "cli/moment/moment_explain.h"
#include "cli/trace/trace_reader.h"
#include "cli/trace/trace_sentences.h"
#include "cli/trace/trace_words.h"
#include <htn/replay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_MEMORY = 1 << 18, MOST_MEMORY = 1 << 30, FIRST_SLOTS = 1 << 12 };

typedef struct open_step {
    uint32_t run, item;
} open_step;

typedef struct track {
    trace_bytes journal;
    char *name;
    uint32_t end;
    desk_item *items;
    uint32_t count;
    size_t capacity;
} track;

/* Where a snapshot begins in the run, and when that was. */
typedef struct snapshot {
    size_t offset;
    uint64_t time_us;
    uint32_t ticks;
} snapshot;

/* What is open while a run is read. */
typedef struct reading {
    desk_recording *of;
    uint32_t track; /* an index: the tracks move */
    trace_reader reader;
    uint32_t *plans; /* by layer: the item of the running plan; HTN_NONE: none runs */
    open_step *steps;
    uint32_t step_count;
    size_t step_capacity;
    base_text text;
    bool damaged;
    bool begun;        /* a tick has come, so what is in front of it is whole */
    snapshot last;     /* the latest that is whole */
    snapshot incoming; /* the latest */
} reading;

struct desk_recording {
    cli_subject subject;
    track *tracks;
    uint32_t track_count;
    size_t track_capacity;
    uint8_t **files;
    uint32_t file_count;
    size_t file_capacity;
    base_text texts;  /* one after the other, each with its zero */
    uint32_t *places; /* of each in `texts` */
    uint32_t text_count;
    size_t text_capacity;
    uint32_t *slots; /* a hash table: text plus 1; 0: free */
    uint32_t slot_count;
    base_text live;   /* the journal of the track that grows */
    reading *growing; /* of it; NULL: none grows */
    uint32_t open;    /* the track of the cursor; HTN_NONE: there is none */
    htn_replay_cursor *cursor;
    void *memory;
};

/* --- Texts -------------------------------------------------------------------------------------------- */

static uint32_t hash_of(const char *text)
{
    uint32_t hash = UINT32_C(2166136261);
    for (; *text != '\0'; text++)
        hash = (hash ^ (uint8_t)*text) * UINT32_C(16777619);
    return hash;
}

static uint32_t *slot_of(const desk_recording *of, const char *text)
{
    uint32_t at = hash_of(text) & (of->slot_count - 1);
    while (of->slots[at] != 0 && strcmp(of->texts.bytes + of->places[of->slots[at] - 1], text) != 0)
        at = (at + 1) & (of->slot_count - 1);
    return &of->slots[at];
}

static void enlarge_slots(desk_recording *of)
{
    free(of->slots);
    of->slot_count = of->slot_count == 0 ? FIRST_SLOTS : of->slot_count * 2;
    of->slots = calloc(of->slot_count, sizeof *of->slots);
    if (of->slots == NULL)
        abort();
    for (uint32_t i = 0; i < of->text_count; i++)
        *slot_of(of, of->texts.bytes + of->places[i]) = i + 1;
}

static uint32_t number_of(desk_recording *of, const char *text)
{
    if (of->text_count * 2 >= of->slot_count)
        enlarge_slots(of);
    uint32_t *slot = slot_of(of, text);
    if (*slot == 0) {
        of->places = base_grow_array(of->places, of->text_count, &of->text_capacity, sizeof *of->places);
        of->places[of->text_count++] = (uint32_t)of->texts.length;
        base_text_add_bytes(&of->texts, text, strlen(text) + 1);
        *slot = of->text_count;
    }
    return *slot - 1;
}

const char *desk_recording_texts(const desk_recording *of, uint32_t from, size_t *size)
{
    const size_t at = from < of->text_count ? of->places[from] : of->texts.length;
    *size = of->texts.length - at;
    return of->texts.bytes == NULL ? "" : of->texts.bytes + at;
}

static bool open_cursor(desk_recording *of, uint32_t number);

/* --- Items -------------------------------------------------------------------------------------------- */

static uint32_t now_of(const trace_reader *reader)
{
    return (uint32_t)((reader->time_us + 999) / 1000);
}

static desk_item *items_of(const reading *in)
{
    return in->of->tracks[in->track].items;
}

static uint32_t add_item(reading *in, uint32_t kind, uint32_t layer, const char *text)
{
    track *to = &in->of->tracks[in->track];
    const uint32_t now = now_of(&in->reader), layers = in->reader.layer_count;
    to->items = base_grow_array(to->items, to->count, &to->capacity, sizeof *to->items);
    to->items[to->count] = (desk_item){kind | (layer < layers ? layer + 1 : 0) << 8, now, now, number_of(in->of, text)};
    return to->count++;
}

static void end_plan(reading *in, uint32_t layer)
{
    if (in->plans[layer] != HTN_NONE)
        items_of(in)[in->plans[layer]].end = now_of(&in->reader);
    in->plans[layer] = HTN_NONE;
}

static void end_step(reading *in, uint32_t run, uint32_t how)
{
    for (uint32_t i = 0; i < in->step_count; i++) {
        if (in->steps[i].run != run)
            continue;
        desk_item *item = &items_of(in)[in->steps[i].item];
        item->end = now_of(&in->reader);
        item->what |= how << 24;
        in->steps[i] = in->steps[--in->step_count];
        return;
    }
}

/* Behind the event, when the run's text is known. */
static void begin_step(reading *in)
{
    const uint32_t *n = in->reader.event.numbers;
    base_text name = {0};
    trace_add_run(&name, &in->reader, n[1]);
    in->steps = base_grow_array(in->steps, in->step_count, &in->step_capacity, sizeof *in->steps);
    in->steps[in->step_count++] = (open_step){n[1], add_item(in, DESK_STEP, n[0], base_text_of(&name))};
    base_text_free(&name);
}

/* Plan and steps that run already where the journal begins, as the agent has them there. */
static void begin_with(reading *in, const htn_agent *agent)
{
    const htn_domain *domain = htn_agent_domain(agent);
    const uint32_t from = in->of->tracks[in->track].count;
    for (uint32_t layer = 0; layer < in->reader.layer_count; layer++) {
        const uint8_t *done;
        htn_plan plan;
        htn_activity run;
        base_text text = {0};
        if (!htn_agent_plan(agent, layer, &plan, &done))
            continue;
        for (uint32_t i = 0; i < plan.step_count; i++) {
            base_text_add(&text, "%s", i == 0 ? "" : ", ");
            cli_add_step(&text, domain, plan.steps[i].task, plan.values + plan.steps[i].arguments);
        }
        in->plans[layer] = add_item(in, DESK_PLAN, layer, base_text_of(&text));
        for (uint32_t i = 0; htn_agent_activity(agent, layer, i, &run); i++) {
            base_text_clear(&text);
            if (run.step < plan.step_count)
                cli_add_step(&text, domain, run.task, plan.values + plan.steps[run.step].arguments);
            else
                base_text_add(&text, "%s", htn_task_name(domain, run.task));
            in->steps = base_grow_array(in->steps, in->step_count, &in->step_capacity, sizeof *in->steps);
            in->steps[in->step_count++] = (open_step){run.id, add_item(in, DESK_STEP, layer, base_text_of(&text))};
        }
        base_text_free(&text);
    }
    for (uint32_t i = from; i < in->of->tracks[in->track].count; i++)
        items_of(in)[i].begin = 0;
}

/* In front of the first tick: what it begins with is whole then. */
static void begin_with_tick(reading *in)
{
    if (in->begun || in->reader.event.kind != HTN_JOURNAL_TICK)
        return;
    in->begun = true;
    if (in->of->growing == in && open_cursor(in->of, in->track) && htn_replay_until(in->of->cursor, 0) == HTN_OK)
        begin_with(in, htn_replay_agent(in->of->cursor));
}

static uint32_t kind_of(const htn_journal_event *event)
{
    switch (event->kind) {
    case HTN_JOURNAL_WRITE: return event->numbers[0] == HTN_BY_SENSOR ? DESK_SENSOR : DESK_WORLD;
    case HTN_JOURNAL_COPY: return DESK_WORLD;
    case HTN_JOURNAL_SENSE: return DESK_SENSOR;
    case HTN_JOURNAL_RESULT: return DESK_SEARCH;
    case HTN_JOURNAL_HOLD:
    case HTN_JOURNAL_RELEASE:
    case HTN_JOURNAL_REVOKE: return DESK_HOLD;
    case HTN_JOURNAL_FAIL:
    case HTN_JOURNAL_TROUBLE:
    case HTN_JOURNAL_TIMEOUT: return DESK_FAILURE;
    default: return DESK_OTHER;
    }
}

/* A snapshot is whole when a tick follows it. */
static void note_snapshot(reading *in)
{
    const trace_reader *reader = &in->reader;
    if (reader->event.kind == HTN_JOURNAL_BEGIN)
        in->incoming = (snapshot){reader->event.offset, reader->time_us, reader->ticks};
    else if (reader->event.kind == HTN_JOURNAL_TICK)
        in->last = in->incoming;
}

static void add_event(reading *in)
{
    trace_reader *reader = &in->reader;
    const uint32_t *n = reader->event.numbers, layer = trace_layer_of(reader, &reader->event);
    base_text_clear(&in->text);
    if (reader->in_snapshot)
        return;
    switch (reader->event.kind) {
    case HTN_JOURNAL_QUERY:
    case HTN_JOURNAL_CANDIDATES:
    case HTN_JOURNAL_LATE:
    case HTN_JOURNAL_SKIP:
    case HTN_JOURNAL_START: return;
    case HTN_JOURNAL_END: end_step(in, n[1], n[2] + 1); return;
    case HTN_JOURNAL_DROP: end_step(in, n[0], HTN_ABORTED + 1); break;
    case HTN_JOURNAL_PLAN: end_plan(in, n[0]); break;
    case HTN_JOURNAL_DONE: end_plan(in, n[0]); return;
    case HTN_JOURNAL_FAIL: end_plan(in, n[0]); break;
    default: break;
    }
    trace_add_event(&in->text, reader, &reader->event);
    const char *text = base_text_of(&in->text);
    if (in->text.length == 0)
        return;
    if (reader->event.kind == HTN_JOURNAL_PLAN)
        in->plans[n[0]] = add_item(in, DESK_PLAN, layer, strncmp(text, "plan: ", 6) == 0 ? text + 6 : text);
    else
        add_item(in, kind_of(&reader->event), layer, text);
}

/* What has not ended goes on to the end of the journal, so far. */
static void extend(reading *in)
{
    const uint32_t now = now_of(&in->reader);
    for (uint32_t i = 0; i < in->reader.layer_count; i++)
        if (in->plans[i] != HTN_NONE)
            items_of(in)[in->plans[i]].end = now;
    for (uint32_t i = 0; i < in->step_count; i++)
        items_of(in)[in->steps[i].item].end = now;
    in->of->tracks[in->track].end = now;
}

static void begin_reading(reading *in, desk_recording *of, uint32_t number)
{
    *in = (reading){.of = of, .track = number};
    trace_begin(&in->reader, "desk", &of->subject, &of->tracks[number].journal);
    in->plans = base_allocate((in->reader.layer_count + (size_t)1) * sizeof *in->plans);
    for (uint32_t i = 0; i < in->reader.layer_count; i++)
        in->plans[i] = HTN_NONE;
}

static void read_events(reading *in)
{
    htn_status status = HTN_NOT_FOUND;
    while (!in->damaged && (status = trace_next(&in->reader)) == HTN_OK) {
        note_snapshot(in);
        begin_with_tick(in);
        add_event(in);
        trace_learn(&in->reader);
        if (in->reader.event.kind == HTN_JOURNAL_START)
            begin_step(in);
    }
    if (status != HTN_NOT_FOUND) {
        trace_report_damage(&in->reader, "the journal is damaged or cut short here");
        in->damaged = true;
    }
    extend(in);
}

static void end_reading(reading *in)
{
    trace_end(&in->reader);
    base_text_free(&in->text);
    free(in->plans);
    free(in->steps);
}

static void read_track(desk_recording *of, uint32_t number)
{
    reading in;
    begin_reading(&in, of, number);
    read_events(&in);
    end_reading(&in);
}

/* --- A recording -------------------------------------------------------------------------------------- */

desk_recording *desk_recording_open(const char *path)
{
    static const char *none[] = {"none"};
    const cli_list switches = {none, 1};
    desk_recording *made = base_allocate(sizeof *made);
    memset(made, 0, sizeof *made);
    made->open = HTN_NONE;
    if (cli_subject_open(&made->subject, "desk", path, &switches, CLI_COLOUR_AUTO) == CLI_EXIT_YES)
        return made;
    desk_recording_close(made);
    return NULL;
}

void desk_recording_close(desk_recording *of)
{
    for (uint32_t i = 0; i < of->track_count; i++) {
        free(of->tracks[i].name);
        free(of->tracks[i].items);
    }
    for (uint32_t i = 0; i < of->file_count; i++)
        free(of->files[i]);
    free(of->tracks);
    free(of->files);
    if (of->growing != NULL)
        end_reading(of->growing);
    free(of->growing);
    base_text_free(&of->live);
    base_text_free(&of->texts);
    free(of->places);
    free(of->slots);
    free(of->memory);
    cli_subject_close(&of->subject);
    free(of);
}

/* A run that `event`, a BEGIN, begins; it ends where the journal does. NULL: it is of another domain. */
static track *begin_track(desk_recording *of, const char *name, const uint8_t *bytes, size_t size,
                          const htn_journal_event *event)
{
    if (event->numbers[1] != HTN_JOURNAL_VERSION || event->numbers[2] != of->subject.domain.fingerprint) {
        fprintf(
            stderr,
            "'%s' is the journal of another domain, or of another version; open the domain that the game ran with\n",
            name);
        return NULL;
    }
    of->tracks = base_grow_array(of->tracks, of->track_count, &of->track_capacity, sizeof *of->tracks);
    track *to = &of->tracks[of->track_count++];
    *to = (track){.journal = {NULL, bytes + event->offset, size - event->offset, event->offset}};
    return to;
}

static void name_track(track *of, const char *file, uint32_t run)
{
    base_text name = {0};
    base_text_add(&name, "%s", file);
    if (run > 0)
        base_text_add(&name, ", run %u", run + 1);
    of->name = base_duplicate_text(base_text_of(&name));
    of->journal.name = of->name;
    base_text_free(&name);
}

uint32_t desk_recording_add(desk_recording *of, const char *name, uint8_t *bytes, size_t size)
{
    htn_journal_event event;
    size_t offset = 0;
    uint32_t runs = 0;
    const uint32_t before = of->track_count;
    of->files = base_grow_array(of->files, of->file_count, &of->file_capacity, sizeof *of->files);
    of->files[of->file_count++] = bytes;
    while (htn_journal_next(bytes, size, &offset, &event) == HTN_OK) {
        if (event.kind != HTN_JOURNAL_BEGIN ||
            (runs > 0 && (event.numbers[HTN_JOURNAL_BEGIN_FLAGS] & HTN_BEGIN_SNAPSHOT) != 0))
            continue;
        if (of->track_count > before)
            of->tracks[of->track_count - 1].journal.size = event.offset - of->tracks[of->track_count - 1].journal.at;
        track *made = begin_track(of, name, bytes, size, &event);
        if (made == NULL)
            break;
        name_track(made, name, runs++);
    }
    if (runs == 0 && of->track_count == before)
        fprintf(stderr, "'%s' is no journal of this domain\n", name);
    for (uint32_t i = before; i < of->track_count; i++)
        read_track(of, i);
    fflush(stderr);
    return of->track_count;
}

uint32_t desk_recording_grow(desk_recording *of, const char *name, const uint8_t *bytes, size_t size)
{
    const bool begins = of->growing == NULL;
    htn_journal_event event;
    size_t offset = 0;
    base_text_add_bytes(&of->live, (const char *)bytes, size);
    const uint8_t *live = (const uint8_t *)of->live.bytes;
    if (begins && (htn_journal_next(live, of->live.length, &offset, &event) != HTN_OK ||
                   event.kind != HTN_JOURNAL_BEGIN || begin_track(of, name, live, of->live.length, &event) == NULL)) {
        base_text_clear(&of->live);
        return of->track_count;
    }
    if (begins) {
        name_track(&of->tracks[of->track_count - 1], name, 0);
        of->growing = base_allocate(sizeof *of->growing);
        begin_reading(of->growing, of, of->track_count - 1);
    }
    trace_bytes *journal = &of->tracks[of->growing->track].journal;
    journal->bytes = of->growing->reader.journal.bytes = live;
    journal->size = of->growing->reader.journal.size = of->live.length;
    of->open = of->open == of->growing->track ? HTN_NONE : of->open;
    read_events(of->growing);
    return of->track_count;
}

bool desk_recording_track(const desk_recording *of, uint32_t number, const char **name, uint32_t *end,
                          const desk_item **items, uint32_t *count)
{
    if (number >= of->track_count)
        return false;
    *name = of->tracks[number].name;
    *end = of->tracks[number].end;
    *items = of->tracks[number].items;
    *count = of->tracks[number].count;
    return true;
}

/* --- Moments ------------------------------------------------------------------------------------------ */

/* A cursor over the journal from a byte on, in `of->memory`. */
static bool open_from(desk_recording *of, const trace_bytes *journal, size_t from)
{
    htn_replay_report report;
    size_t size = FIRST_MEMORY;
    htn_status status;
    free(of->memory);
    of->memory = base_allocate(size);
    while ((status = htn_replay_open(&of->cursor, &of->subject.domain, journal->bytes + from, journal->size - from,
                                     of->memory, size, &report)) == HTN_TOO_SMALL &&
           report.memory <= MOST_MEMORY) {
        free(of->memory);
        size = report.memory;
        of->memory = base_allocate(size);
    }
    return status == HTN_OK;
}

static bool open_cursor(desk_recording *of, uint32_t number)
{
    if (of->open == number)
        return of->cursor != NULL;
    of->open = number;
    return open_from(of, &of->tracks[number].journal, 0);
}

static bool is_running(const htn_agent *agent, uint32_t layer, uint32_t step)
{
    htn_activity activity;
    for (uint32_t i = 0; htn_agent_activity(agent, layer, i, &activity); i++)
        if (activity.step == step)
            return true;
    return false;
}

static void add_layer(cJSON *list, const htn_agent *agent, uint32_t layer)
{
    const htn_domain *domain = htn_agent_domain(agent);
    const uint8_t *done;
    htn_plan plan;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToArray(list, json);
    cJSON_AddStringToObject(json, "name", cli_layer_name(domain, layer));
    const bool planned = htn_agent_plan(agent, layer, &plan, &done);
    cJSON_AddStringToObject(json, "status",
                            planned                        ? ""
                            : htn_agent_idle(agent, layer) ? "nothing to do"
                                                           : "no plan is running");
    cJSON *steps = cJSON_AddArrayToObject(json, "steps");
    for (uint32_t i = 0; planned && i < plan.step_count; i++) {
        base_text text = {0};
        cJSON *step = cJSON_CreateObject();
        cli_add_step(&text, domain, plan.steps[i].task, plan.values + plan.steps[i].arguments);
        cJSON_AddStringToObject(step, "text", base_text_of(&text));
        cJSON_AddStringToObject(step, "mark",
                                done[i] == HTN_STEP_DONE      ? "done"
                                : is_running(agent, layer, i) ? "running"
                                                              : "todo");
        cJSON_AddNumberToObject(step, "depth", 0);
        cJSON_AddItemToArray(steps, step);
        base_text_free(&text);
    }
}

static cJSON *explain(desk_recording *of, const track *at, uint64_t time_us, uint32_t layer)
{
    const moment_question question = {.layer = layer, .task = HTN_NONE, .time_us = time_us, .form = MOMENT_JSON};
    trace_reader reader;
    trace_begin(&reader, "desk", &of->subject, &at->journal);
    const moment_answer answer = moment_explain(NULL, &reader, &question);
    trace_end(&reader);
    return answer.json;
}

/* The latest moment of a track that grows: from its latest snapshot on, so that a long journal takes no longer than a short one. */
static bool go_to_latest(desk_recording *of, uint32_t number, htn_status *status)
{
    of->open = HTN_NONE;
    if (!open_from(of, &of->tracks[number].journal, of->growing->last.offset))
        return false;
    *status = htn_replay_to(of->cursor, htn_replay_end(of->cursor).offset);
    return true;
}

static void add_moment(cJSON *json, const desk_recording *of, const htn_replay_moment *begin, htn_status status)
{
    const htn_replay_moment now = htn_replay_now(of->cursor);
    const htn_agent *agent = htn_replay_agent(of->cursor);
    cJSON_AddNumberToObject(json, "time", (double)(begin->time_us + now.time_us) / 1000);
    cJSON_AddNumberToObject(json, "tick", begin->ticks + now.ticks);
    if (status != HTN_OK)
        cJSON_AddStringToObject(json, "problem", htn_replay_how(of->cursor)->reason);
    desk_add_world(cJSON_AddArrayToObject(json, "world"), htn_replay_world(of->cursor));
    desk_add_instances(cJSON_AddObjectToObject(json, "instances"), htn_replay_world(of->cursor));
    cJSON_AddArrayToObject(json, "answers");
    cJSON *layers = cJSON_AddArrayToObject(json, "layers");
    for (uint32_t i = 0; i < htn_agent_layers(agent); i++)
        add_layer(layers, agent, i);
}

cJSON *desk_recording_moment(desk_recording *of, uint32_t number, uint64_t time_us, uint32_t layer, bool explained)
{
    htn_replay_moment begin = {0};
    htn_status status = HTN_OK;
    if (number >= of->track_count)
        return NULL;
    if (of->growing != NULL && of->growing->track == number && time_us >= of->growing->reader.time_us) {
        if (!go_to_latest(of, number, &status))
            return NULL;
        begin.time_us = of->growing->last.time_us;
        begin.ticks = of->growing->last.ticks;
    } else {
        if (!open_cursor(of, number))
            return NULL;
        status = htn_replay_until(of->cursor, time_us);
    }
    cJSON *json = cJSON_CreateObject();
    add_moment(json, of, &begin, status);
    if (explained && layer < htn_domain_count(&of->subject.domain, HTN_SECTION_ROOTS))
        cJSON_AddItemToObject(json, "explained", explain(of, &of->tracks[number], time_us, layer));
    return json;
}
