/* See trace_last.h. */
#include "cli/trace/trace_last.h"
#include "base/text.h"
#include "cli/trace/trace_lines.h"
#include "cli/trace/trace_reader.h"
#include "cli/trace/trace_sentences.h"
#include "cli/trace/trace_words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- What is asked about -------------------------------------------------------------------------- */

static void add_without_blanks(base_text *text, const char *from)
{
    for (; *from != '\0'; from++)
        if (*from != ' ')
            base_text_add_bytes(text, from, 1);
}

static bool is_same_but_blanks(const char *a, const char *b)
{
    base_text one = {0}, other = {0};
    add_without_blanks(&one, a);
    add_without_blanks(&other, b);
    const bool same = strcmp(base_text_of(&one), base_text_of(&other)) == 0;
    base_text_free(&one);
    base_text_free(&other);
    return same;
}

/* Some have a name with a blank: `Cooldown(Guard, 0)`. */
static htn_property find_property(const htn_domain *domain, const char *name)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++)
        if (is_same_but_blanks(htn_property_name(domain, i), name))
            return i;
    return HTN_NONE;
}

/* `Distance(Home, Cave)` of a property, or `Thief#0` of a type. */
static bool is_cell(const htn_domain *domain, const char *name)
{
    const size_t length = strcspn(name, "(#");
    char *first = base_duplicate_text(name);
    first[length] = '\0';
    const bool found = name[length] == '('   ? htn_property_find(domain, first) != HTN_NONE
                       : name[length] == '#' ? htn_type_find(domain, first) != HTN_NONE
                                             : false;
    free(first);
    return found;
}

bool trace_find_subject(trace_subject *subject, const trace_reader *reader, const char *name)
{
    const htn_domain *domain = reader->domain;
    *subject = (trace_subject){htn_root_find(domain, name), HTN_NONE, HTN_NONE, {0}};
    if (subject->layer != HTN_NONE)
        return true;
    subject->property = find_property(domain, name);
    if (subject->property != HTN_NONE)
        return true;
    subject->task = htn_task_find(domain, name);
    if (subject->task != HTN_NONE)
        return htn_domain_field(domain, HTN_SECTION_TASKS, subject->task, HTN_TASKS_KIND) == HTN_TASK_PRIMITIVE;
    if (is_cell(domain, name))
        add_without_blanks(&subject->cell, name);
    return subject->cell.length > 0;
}

void trace_free_subject(trace_subject *subject)
{
    base_text_free(&subject->cell);
}

/* --- Which events are about it -------------------------------------------------------------------- */

/* The address that a WRITE or COPY is about. */
static uint32_t address_of(const htn_journal_event *event)
{
    return event->kind == HTN_JOURNAL_WRITE ? event->numbers[2] : event->numbers[0];
}

static bool is_named(const trace_reader *reader, const trace_subject *subject, uint32_t address)
{
    base_text cell = {0};
    trace_add_cell(&cell, reader, address);
    const bool same = is_same_but_blanks(base_text_of(&cell), base_text_of(&subject->cell));
    base_text_free(&cell);
    return same;
}

static bool changes_world(const trace_reader *reader, const trace_subject *subject)
{
    const htn_journal_event *event = &reader->event;
    if (event->kind == HTN_JOURNAL_WORLD)
        return true;
    if (event->kind != HTN_JOURNAL_WRITE && event->kind != HTN_JOURNAL_COPY)
        return false;
    return subject->property != HTN_NONE ? trace_property_of(reader, event) == subject->property
                                         : is_named(reader, subject, address_of(event));
}

static htn_task task_of_run(const trace_reader *reader, uint32_t run)
{
    return run - 1 < reader->run_count ? reader->runs[run - 1].task : HTN_NONE;
}

static bool is_of_task(const trace_reader *reader, htn_task task)
{
    const uint32_t *numbers = reader->event.numbers;
    switch (reader->event.kind) {
    case HTN_JOURNAL_START: return numbers[3] == task;
    case HTN_JOURNAL_PASS: return numbers[2] == task;
    case HTN_JOURNAL_ABORT:
    case HTN_JOURNAL_TIMEOUT:
    case HTN_JOURNAL_END: return task_of_run(reader, numbers[1]) == task;
    default: return false;
    }
}

static bool is_of_plan(const htn_journal_event *event, uint32_t layer)
{
    switch (event->kind) {
    case HTN_JOURNAL_PLAN:
    case HTN_JOURNAL_FAIL:
    case HTN_JOURNAL_DONE: return event->numbers[0] == layer;
    case HTN_JOURNAL_RECOVER: return true;
    default: return false;
    }
}

/* Also what makes all that was known before worthless. */
static bool is_about(const trace_reader *reader, const trace_subject *subject)
{
    if (reader->in_snapshot)
        return false;
    if (reader->event.kind == HTN_JOURNAL_LOAD || reader->event.kind == HTN_JOURNAL_LOST)
        return true;
    return subject->layer != HTN_NONE  ? is_of_plan(&reader->event, subject->layer)
           : subject->task != HTN_NONE ? is_of_task(reader, subject->task)
                                       : changes_world(reader, subject);
}

/* --- The answer ----------------------------------------------------------------------------------- */

htn_status trace_print_last(trace_reader *reader, const trace_subject *subject, const char *name, uint64_t time_us)
{
    base_text last = {0}, sentence = {0};
    htn_status status;
    while ((status = trace_next(reader)) == HTN_OK &&
           !(reader->event.kind == HTN_JOURNAL_TICK && reader->time_us > time_us)) {
        base_text_clear(&sentence);
        if (is_about(reader, subject))
            trace_add_event(&sentence, reader, &reader->event);
        if (sentence.length > 0) {
            base_text_clear(&last);
            trace_add_line(&last, reader, base_text_of(&sentence));
        }
        trace_learn(reader);
    }
    const bool changed = last.length > 0;
    if (status == HTN_OK || status == HTN_NOT_FOUND) {
        status = changed ? HTN_OK : HTN_NOT_FOUND;
        printf("%s", base_text_of(&last));
        if (!changed)
            printf("%s: nothing has happened to it by then\n", name);
    }
    base_text_free(&last);
    base_text_free(&sentence);
    return status;
}
