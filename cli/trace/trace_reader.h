/*
 * Reads a journal event by event and keeps the state that is needed to put each into words (trace_state.h). Nothing in the
 * journal is trusted: numbers that the domain does not have end the reading.
 */
#pragma once

#include "cli/trace/trace_state.h"

/*
 * Begins to read one run: `journal` begins with its BEGIN and ends before the next one. `subject` is a domain of the same
 * meaning as the run's. Both must outlive the reader. trace_runs.h finds them.
 */
void trace_begin(trace_reader *reader, const char *command, cli_subject *subject, const trace_bytes *journal);
void trace_end(trace_reader *reader);

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
