/* A layer's latest search before a time, from the events of a journal alone. */
#pragma once

#include "cli/trace/trace_reader.h"

typedef struct moment_search {
    uint64_t time_us; /* of the moment: the last tick by the time that was asked for */
    uint32_t ticks;
    bool searched;      /* a search has begun by then; else the rest says nothing */
    uint64_t since_us;  /* when it began */
    uint32_t since;     /* in which tick */
    size_t tick_offset; /* in the run: where that tick begins */
    base_text why;      /* its reasons */
} moment_search;

/* Reads `reader` up to the moment. OK | BAD_JOURNAL: the journal is damaged before it, at reader->offset. */
htn_status moment_find_search(moment_search *found, trace_reader *reader, uint32_t layer, uint64_t time_us);
