/*
 * `htn trace --chrome`: a journal in the trace-event format of Chrome, which ui.perfetto.dev and chrome://tracing show as a timeline. A
 * run is a process. Each layer has threads for its plans, its searches and its steps; steps that run at the same time have one each. The
 * world has a thread of what was written, and a counter for each cell with numbers.
 */
#pragma once

#include "base/text.h"
#include "cli/trace/trace_state.h"

/* All zeroes: nothing yet. */
typedef struct trace_chrome {
    base_text text;      /* the events so far, between them commas */
    uint64_t begin, end; /* microseconds: where the present run begins, and how far it is; runs follow each other */
    uint32_t process;    /* the number of the run */
    struct chrome_layer *layers;
    struct chrome_step *steps; /* that have started and not ended */
    uint32_t step_count;
    size_t step_capacity;
} trace_chrome;

/* Adds a run. `name`: of its domain. Returns how reading ended: NOT_FOUND (the end) | BAD_JOURNAL. */
htn_status trace_chrome_add(trace_chrome *chrome, trace_reader *reader, const char *name, uint32_t number);

/* Appends the whole trace. */
void trace_chrome_finish(base_text *text, const trace_chrome *chrome);
void trace_chrome_free(trace_chrome *chrome);
