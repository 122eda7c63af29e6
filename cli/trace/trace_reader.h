/*
 * Reads a journal event by event and keeps the state that is needed to put each into words (trace_state.h). Nothing in the
 * journal is trusted: numbers that the domain does not have end the reading.
 */
#pragma once

#include "cli/trace/trace_state.h"

/*
 * Opens the domain (a source or a blob) and the journal. Returns CLI_EXIT_YES, or another exit status after printing why.
 * Call trace_close() in either case.
 */
int trace_open(trace_reader *reader, const char *command, const char *domain, const char *journal);
void trace_close(trace_reader *reader);

/* Reads the next event into `reader->event`. OK | NOT_FOUND (the end) | BAD_JOURNAL. The state is that before the event. */
htn_status trace_next(trace_reader *reader);

/* Updates the state by the current event. Call it after each event, when that has been shown. */
void trace_learn(trace_reader *reader);

/* Prints on stderr that the journal is damaged at the reader's offset. Returns CLI_EXIT_USAGE. */
int trace_report_damage(const trace_reader *reader, const char *reason);

/* The layer of an event; HTN_NONE: the event belongs to no layer. */
uint32_t trace_layer_of(const trace_reader *reader, const htn_journal_event *event);

/* The property whose cell an event is about; HTN_NONE: none. */
htn_property trace_property_of(const trace_reader *reader, const htn_journal_event *event);
