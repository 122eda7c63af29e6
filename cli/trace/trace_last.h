/* `htn trace --last`: when a property, a cell, an instance, a step or a layer's plan has changed last. */
#pragma once

#include "cli/trace/trace_state.h"

/* What is asked about: one of these, the others are HTN_NONE or empty. */
typedef struct trace_subject {
    uint32_t layer;        /* its plan */
    htn_property property; /* any of its cells */
    htn_task task;         /* steps of this primitive task */
    base_text cell;        /* `Distance(Home,Cave)` or `Thief#0`, without blanks */
} trace_subject;

/* Finds what a name means. False: nothing of these; if it is a compound task, `subject->task` is that. Free it in either case. */
bool trace_find_subject(trace_subject *subject, const trace_reader *reader, const char *name);
void trace_free_subject(trace_subject *subject);

/*
 * Prints the last change by the time, as `htn trace` prints it; or that there is none. OK | NOT_FOUND (no change by then) |
 * BAD_JOURNAL.
 */
htn_status trace_print_last(trace_reader *reader, const trace_subject *subject, const char *name, uint64_t time_us);
