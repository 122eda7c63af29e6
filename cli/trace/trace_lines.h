/* `htn trace`: a journal as a story, in lines with the time, the layer, what happened and why. */
#pragma once

#include "base/text.h"
#include "cli/trace/trace_state.h"

/* Which events are shown. */
typedef struct trace_filter {
    uint32_t layer;        /* only those of this layer and of the world; HTN_NONE: all */
    htn_property property; /* only who wrote it, and the searches that this led to; HTN_NONE: all */
    bool steps;            /* only how steps start and end */
    bool all;              /* also the answers of queries, and searches that were not needed */
} trace_filter;

/* A line with the time and the layer of the current event. */
void trace_add_line(base_text *text, const trace_reader *reader, const char *sentence);

/* Prints a run. Returns how reading it ended: NOT_FOUND (the end) | BAD_JOURNAL. */
htn_status trace_print_lines(trace_reader *reader, const trace_filter *filter);
