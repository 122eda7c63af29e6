/*
 * A journal as a story: one line for each thing that happened. Events that only programs want, such as every tick and the
 * results of operators, are left out. See trace_lines.h.
 */
#include "cli/trace/trace_lines.h"
#include "base/text.h"
#include "cli/trace/trace_reader.h"
#include "cli/trace/trace_sentences.h"
#include "cli/trace/trace_words.h"
#include <stdio.h>

static bool is_wanted(const trace_reader *reader, const trace_filter *filter)
{
    const htn_journal_event *event = &reader->event;
    const uint32_t layer = trace_layer_of(reader, event);
    const bool step = event->kind == HTN_JOURNAL_START || event->kind == HTN_JOURNAL_PASS ||
                      event->kind == HTN_JOURNAL_ABORT || event->kind == HTN_JOURNAL_END;
    if (reader->in_snapshot)
        return false;
    if (event->kind == HTN_JOURNAL_LOST)
        return true;
    if (filter->layer != HTN_NONE && layer != HTN_NONE && layer != filter->layer)
        return false;
    if (filter->property != HTN_NONE && trace_property_of(reader, event) != filter->property)
        return false;
    if (filter->steps && !step)
        return false;
    return (event->kind != HTN_JOURNAL_QUERY && event->kind != HTN_JOURNAL_LATE &&
            event->kind != HTN_JOURNAL_CANDIDATES && event->kind != HTN_JOURNAL_SKIP) ||
           filter->all;
}

/* The width of the column with the layers' names; 0 if there is only one layer. */
static int layer_column(const trace_reader *reader)
{
    base_text text = {0};
    size_t widest = 0;
    for (uint32_t i = 0; reader->layer_count > 1 && i < reader->layer_count; i++) {
        base_text_clear(&text);
        trace_add_layer(&text, reader, i);
        widest = base_columns(base_text_of(&text)) > widest ? base_columns(base_text_of(&text)) : widest;
    }
    base_text_free(&text);
    return widest == 0 ? 0 : (int)widest + 2;
}

/* The indentation: what a layer decides, under it what its steps do, under that what is written. */
static int depth_of(htn_journal_kind kind)
{
    switch (kind) {
    case HTN_JOURNAL_WRITE:
    case HTN_JOURNAL_TIMER:
    case HTN_JOURNAL_COPY:
    case HTN_JOURNAL_QUERY:
    case HTN_JOURNAL_CANDIDATES:
    case HTN_JOURNAL_LATE: return 4;
    case HTN_JOURNAL_START:
    case HTN_JOURNAL_PASS:
    case HTN_JOURNAL_ABORT:
    case HTN_JOURNAL_END: return 2;
    default: return 0;
    }
}

static void add_line(base_text *text, const trace_reader *reader, int column, const char *sentence)
{
    base_text name = {0};
    const uint32_t layer = trace_layer_of(reader, &reader->event);
    if (column > 0 && layer != HTN_NONE)
        trace_add_layer(&name, reader, layer);
    base_text_add(text, "%7llu  %s%*s%s\n", (unsigned long long)reader->time, base_text_of(&name),
                  base_padding(base_text_of(&name), column) + depth_of(reader->event.kind), "", sentence);
    base_text_free(&name);
}

void trace_add_line(base_text *text, const trace_reader *reader, const char *sentence)
{
    add_line(text, reader, layer_column(reader), sentence);
}

htn_status trace_print_lines(trace_reader *reader, const trace_filter *filter)
{
    base_text text = {0}, line = {0};
    const int column = layer_column(reader);
    htn_status status;
    while ((status = trace_next(reader)) == HTN_OK) {
        base_text_clear(&text);
        if (is_wanted(reader, filter))
            trace_add_event(&text, reader, &reader->event);
        base_text_clear(&line);
        if (text.length > 0)
            add_line(&line, reader, column, base_text_of(&text));
        fputs(base_text_of(&line), stdout);
        trace_learn(reader);
    }
    base_text_free(&line);
    base_text_free(&text);
    return status;
}
