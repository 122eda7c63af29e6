/* What the numbers of a journal's events mean, in words: the parts of which trace_sentences.h makes sentences. */
#pragma once

#include "base/text.h"
#include "cli/trace/trace_state.h"

/* The name of a layer. */
void trace_add_layer(base_text *text, const trace_reader *reader, uint32_t layer);

/* `sensor Stomach`: who wrote something. `by` is an HTN_BY_*, `id` says which one. */
void trace_add_by(base_text *text, const trace_reader *reader, uint32_t by, uint32_t id);

/* `GoTo("mine")`: a run of a step, by its number. */
void trace_add_run(base_text *text, const trace_reader *reader, uint32_t run);

/* `method 1 of BeMiner`. `method` counts the methods of all tasks. */
void trace_add_method(base_text *text, const trace_reader *reader, uint32_t method);

/* `Distance(Home, Cave)`: the cell at an address of the world. */
void trace_add_cell(base_text *text, const trace_reader *reader, uint32_t address);

/* The value of that cell, from the number that the event has. */
void trace_add_cell_value(base_text *text, const trace_reader *reader, uint32_t address, uint32_t number);

/* Of a QUERY event: `HasPath(Home, Cave) = true`; of CANDIDATES: `FindCover(Ann) proposes [Rock]`. Of a START event: the operator with its arguments. Of a STEP event: the step. */
void trace_add_query(base_text *text, const trace_reader *reader, const htn_journal_event *event);
void trace_add_operator(base_text *text, const trace_reader *reader, const htn_journal_event *event);
void trace_add_step(base_text *text, const trace_reader *reader, const htn_journal_event *event);

/* Names of an event's numbers, as journal.def gives them. */
const char *trace_numbers_of(htn_journal_kind kind);

/* The names of an HTN_BY_* and of an htn_outcome; "?" for any other number. */
const char *trace_by_name(uint32_t by);
const char *trace_outcome_name(uint32_t outcome);
