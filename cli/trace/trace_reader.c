/* Reads a journal; see trace_reader.h. */
#include "cli/trace/trace_reader.h"
#include "base/text.h"
#include "cli/common/exit_status.h"
#include "cli/common/input.h"
#include "cli/common/subject.h"
#include "cli/trace/trace_sentences.h"
#include "cli/trace/trace_words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Beginning ----------------------------------------------------------------------------------- */

void trace_begin(trace_reader *reader, const char *command, cli_subject *subject, const trace_bytes *journal)
{
    memset(reader, 0, sizeof *reader);
    reader->command = command;
    reader->subject = subject;
    reader->domain = &subject->domain;
    reader->journal = *journal;
    const size_t size = htn_world_bytes(reader->domain);
    htn_world_init(&reader->world, reader->domain, base_allocate(size), size);
    reader->addresses = (uint32_t)size;
    reader->writes = base_allocate(size * sizeof *reader->writes);
    memset(reader->writes, 0, size * sizeof *reader->writes);
    reader->layer_count = htn_domain_count(reader->domain, HTN_SECTION_ROOTS);
    reader->layers = base_allocate((reader->layer_count + 1) * sizeof *reader->layers);
    memset(reader->layers, 0, (reader->layer_count + 1) * sizeof *reader->layers);
    reader->plan_layer = HTN_NONE;
}

static void forget_plan(trace_layer *layer)
{
    for (uint32_t i = 0; i < layer->step_count; i++)
        free(layer->steps[i]);
    layer->step_count = 0;
}

static void forget_runs(trace_reader *reader)
{
    for (uint32_t i = 0; i < reader->run_count; i++)
        free(reader->runs[i].text);
    reader->run_count = 0;
}

void trace_end(trace_reader *reader)
{
    forget_runs(reader);
    for (uint32_t i = 0; i < reader->layer_count; i++) {
        forget_plan(&reader->layers[i]);
        free((void *)reader->layers[i].steps);
        base_text_free(&reader->layers[i].why);
    }
    free(reader->runs);
    free(reader->layers);
    free(reader->writes);
    free(reader->world.bytes);
}

/* --- Reading ------------------------------------------------------------------------------------ */

/* Whether the first number of a kind of events is a layer. */
static bool begins_with_layer(htn_journal_kind kind)
{
    const char *numbers = trace_numbers_of(kind);
    return strcmp(numbers, "layer") == 0 || strncmp(numbers, "layer ", strlen("layer ")) == 0;
}

uint32_t trace_layer_of(const trace_reader *reader, const htn_journal_event *event)
{
    switch (event->kind) {
    case HTN_JOURNAL_ASK: return event->numbers[2] - 1;
    case HTN_JOURNAL_STEP:
    case HTN_JOURNAL_RECORD: return reader->plan_layer;
    case HTN_JOURNAL_ANSWER:
    case HTN_JOURNAL_REPORT: {
        const uint32_t run = event->numbers[event->kind == HTN_JOURNAL_REPORT ? 2 : 0] - 1;
        return run < reader->run_count && reader->runs[run].task != HTN_NONE ? reader->runs[run].layer : HTN_NONE;
    }
    default: return begins_with_layer(event->kind) ? event->numbers[0] : HTN_NONE;
    }
}

htn_property trace_property_of(const trace_reader *reader, const htn_journal_event *event)
{
    htn_journal_location location;
    uint32_t address = HTN_NONE;
    switch (event->kind) {
    case HTN_JOURNAL_TIMER:
    case HTN_JOURNAL_WRITE: address = event->numbers[2]; break;
    case HTN_JOURNAL_LAPSE:
    case HTN_JOURNAL_COPY: address = event->numbers[0]; break;
    case HTN_JOURNAL_REQUEST: address = event->numbers[3] - 1; break;
    case HTN_JOURNAL_SKIP: address = event->numbers[1] - 1; break;
    case HTN_JOURNAL_RESULT:
    case HTN_JOURNAL_PLAN: return reader->layers[event->numbers[0]].cause;
    default: break;
    }
    return address != HTN_NONE && htn_journal_locate(reader->domain, address, &location) ? location.property : HTN_NONE;
}

/* Whether the domain has the tasks, layers and so on that the event's numbers name. */
static bool is_of_the_domain(const trace_reader *reader, const htn_journal_event *event)
{
    const uint32_t tasks = htn_domain_count(reader->domain, HTN_SECTION_TASKS), *n = event->numbers;
    if (begins_with_layer(event->kind) && n[0] >= reader->layer_count)
        return false;
    switch (event->kind) {
    case HTN_JOURNAL_STEP:
        return reader->plan_layer != HTN_NONE && n[0] < tasks &&
               event->count > htn_domain_field(reader->domain, HTN_SECTION_TASKS, n[0], HTN_TASKS_PARAMETER_COUNT);
    case HTN_JOURNAL_START:
        for (uint32_t i = 4; i < event->count; i += 2)
            if (n[i] > htn_domain_count(reader->domain, HTN_SECTION_TYPES))
                return false;
        return n[3] < tasks && n[1] != 0 && n[1] <= reader->run_count + UINT16_MAX && event->count % 2 == 0;
    case HTN_JOURNAL_PASS: return n[2] < tasks;
    case HTN_JOURNAL_QUERY:
        return n[0] < htn_query_count(reader->domain) && event->count == 2 + htn_query_parameters(reader->domain, n[0]);
    case HTN_JOURNAL_CANDIDATES:
        return n[0] < htn_query_count(reader->domain) && n[1] <= htn_query_candidates(reader->domain, n[0]) &&
               event->count == 2 + n[1] + htn_query_parameters(reader->domain, n[0]);
    case HTN_JOURNAL_LATE:
        return n[0] < htn_query_count(reader->domain) && event->count == 1 + htn_query_parameters(reader->domain, n[0]);
    case HTN_JOURNAL_SENSE: return n[0] < htn_domain_count(reader->domain, HTN_SECTION_SENSORS);
    case HTN_JOURNAL_HOLD:
    case HTN_JOURNAL_RELEASE: return n[1] < htn_domain_count(reader->domain, HTN_SECTION_TYPES);
    case HTN_JOURNAL_REVOKE:
        return n[2] < reader->layer_count && n[3] < htn_domain_count(reader->domain, HTN_SECTION_TYPES);
    case HTN_JOURNAL_COOLDOWN: return n[1] < htn_domain_count(reader->domain, HTN_SECTION_METHODS);
    default: return true;
    }
}

/* A snapshot is its BEGIN, what the agent was made with, its save, and that it joins its group again. */
static bool is_in_snapshot(const trace_reader *reader)
{
    const htn_journal_event *event = &reader->event;
    switch (event->kind) {
    case HTN_JOURNAL_BEGIN:
        return reader->events > 0 && (event->numbers[HTN_JOURNAL_BEGIN_FLAGS] & HTN_BEGIN_SNAPSHOT) != 0;
    case HTN_JOURNAL_OPERATOR:
    case HTN_JOURNAL_SENSOR:
    case HTN_JOURNAL_ORDERS:
    case HTN_JOURNAL_TIMER:
    case HTN_JOURNAL_LOAD: return reader->in_snapshot && reader->before != HTN_JOURNAL_BYTES;
    case HTN_JOURNAL_BYTES: return reader->in_snapshot;
    case HTN_JOURNAL_JOIN: return reader->in_snapshot && reader->before == HTN_JOURNAL_BYTES && event->numbers[0] != 0;
    default: return false;
    }
}

htn_status trace_next(trace_reader *reader)
{
    const htn_status status =
        htn_journal_next(reader->journal.bytes, reader->journal.size, &reader->offset, &reader->event);
    if (status != HTN_OK)
        return status;
    if (!is_of_the_domain(reader, &reader->event)) {
        reader->offset = reader->event.offset;
        return HTN_BAD_JOURNAL;
    }
    reader->in_snapshot = is_in_snapshot(reader);
    reader->events++;
    if (reader->event.kind == HTN_JOURNAL_MICROSECONDS)
        reader->time_us += reader->event.numbers[0];
    if (reader->event.kind == HTN_JOURNAL_TICK) {
        reader->time_us += (uint64_t)reader->event.numbers[0] * 1000;
        reader->time = reader->time_us / 1000;
        reader->ticks++;
    }
    return HTN_OK;
}

int trace_report_damage(const trace_reader *reader, const char *reason)
{
    fprintf(stderr, "htn %s: '%s', offset %zu: %s\n", reader->command, reader->journal.name,
            reader->journal.at + reader->offset, reason);
    return CLI_EXIT_USAGE;
}

/* --- State -------------------------------------------------------------------------------------- */

static void learn_write(trace_reader *reader, uint32_t by, uint32_t id, uint32_t address, uint32_t number)
{
    htn_journal_location location;
    int32_t index[HTN_MAX_LOCALS];
    if (address < reader->addresses) {
        const trace_write write = {true, by, id, reader->time, number};
        reader->writes[address] = write;
    }
    if (!htn_journal_locate(reader->domain, address, &location) || location.property == HTN_NONE)
        return;
    const uint32_t count = htn_journal_index(reader->domain, &location, index);
    htn_world_set_at(&reader->world, location.property, index, count,
                     htn_journal_value_at(reader->domain, &location, number));
}

static void learn_start(trace_reader *reader, const uint32_t *numbers)
{
    base_text text = {0};
    const trace_layer *layer = &reader->layers[numbers[0]];
    while (reader->run_count < numbers[1]) {
        const trace_run unknown = {0, HTN_NONE, NULL};
        reader->runs = base_grow_array(reader->runs, reader->run_count, &reader->run_capacity, sizeof *reader->runs);
        reader->runs[reader->run_count++] = unknown;
    }
    trace_run *run = &reader->runs[numbers[1] - 1];
    base_text_add(&text, "%s",
                  numbers[2] < layer->step_count ? layer->steps[numbers[2]]
                                                 : htn_task_name(reader->domain, numbers[3]));
    free(run->text);
    run->layer = numbers[0];
    run->task = numbers[3];
    run->text = text.bytes;
}

static void learn_step(trace_reader *reader)
{
    base_text text = {0};
    trace_layer *layer = &reader->layers[reader->plan_layer];
    trace_add_step(&text, reader, &reader->event);
    layer->steps =
        base_grow_array((void *)layer->steps, layer->step_count, &layer->step_capacity, sizeof *layer->steps);
    layer->steps[layer->step_count++] = text.bytes;
}

static void learn_request(trace_reader *reader)
{
    trace_layer *layer = &reader->layers[reader->event.numbers[0]];
    layer->sought = reader->time;
    layer->cause = trace_property_of(reader, &reader->event);
    base_text_clear(&layer->why);
    trace_add_reasons(&layer->why, reader, &reader->event);
}

/* The world has its initial values again, except for those that the following COPY events give. */
static void learn_world(trace_reader *reader)
{
    htn_world_init(&reader->world, reader->domain, reader->world.bytes, htn_world_bytes(reader->domain));
    memset(reader->writes, 0, reader->addresses * sizeof *reader->writes);
    reader->copy_by = reader->event.numbers[0];
    reader->copy_id = reader->event.numbers[1];
}

static void learn_beginning(trace_reader *reader)
{
    learn_world(reader);
    reader->time = reader->time_us = 0;
    reader->ticks = 0;
    reader->lost = !(reader->event.numbers[HTN_JOURNAL_BEGIN_FLAGS] & HTN_BEGIN_FRESH);
    forget_runs(reader);
    for (uint32_t i = 0; i < reader->layer_count; i++) {
        forget_plan(&reader->layers[i]);
        reader->layers[i].planned = false;
    }
}

void trace_learn(trace_reader *reader)
{
    const uint32_t *numbers = reader->event.numbers;
    switch (reader->in_snapshot ? HTN_JOURNAL_NONE : reader->event.kind) {
    case HTN_JOURNAL_BEGIN: learn_beginning(reader); break;
    case HTN_JOURNAL_LOAD:
    case HTN_JOURNAL_LOST: reader->lost = true; break;
    case HTN_JOURNAL_WORLD: learn_world(reader); break;
    case HTN_JOURNAL_WRITE: learn_write(reader, numbers[0], numbers[1], numbers[2], numbers[3]); break;
    case HTN_JOURNAL_COPY: learn_write(reader, reader->copy_by, reader->copy_id, numbers[0], numbers[1]); break;
    case HTN_JOURNAL_REQUEST: learn_request(reader); break;
    case HTN_JOURNAL_PLAN:
        reader->plan_layer = numbers[0];
        forget_plan(&reader->layers[numbers[0]]);
        reader->layers[numbers[0]].planned = true;
        break;
    case HTN_JOURNAL_STEP: learn_step(reader); break;
    case HTN_JOURNAL_START: learn_start(reader, numbers); break;
    default: break;
    }
    reader->before = reader->event.kind;
}
