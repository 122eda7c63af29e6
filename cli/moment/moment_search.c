/* Reads a journal up to a moment; see moment_search.h. */
#include "cli/moment/moment_search.h"

/* The tick that the reader is in. */
typedef struct tick {
    size_t offset; /* of its first event */
    uint64_t time_us;
    uint32_t number;
} tick;

static void take(moment_search *found, const trace_reader *reader, uint32_t layer, const tick *in)
{
    found->searched = true;
    found->since_us = in->time_us;
    found->since = in->number;
    found->tick_offset = in->offset;
    base_text_clear(&found->why);
    base_text_add(&found->why, "%s", base_text_of(&reader->layers[layer].why));
}

htn_status moment_find_search(moment_search *found, trace_reader *reader, uint32_t layer, uint64_t time_us)
{
    tick in = {0};
    size_t before = 0; /* of the MICROSECONDS in front of a TICK */
    htn_status status;
    *found = (moment_search){0};
    while ((status = trace_next(reader)) == HTN_OK) {
        const htn_journal_event *event = &reader->event;
        if (event->kind == HTN_JOURNAL_TICK && reader->time_us > time_us)
            return HTN_OK;
        if (event->kind == HTN_JOURNAL_TICK)
            in = (tick){reader->before == HTN_JOURNAL_MICROSECONDS ? before : event->offset, reader->time_us,
                        reader->ticks};
        if (event->kind == HTN_JOURNAL_MICROSECONDS)
            before = event->offset;
        trace_learn(reader);
        if (event->kind == HTN_JOURNAL_REQUEST && event->numbers[0] == layer)
            take(found, reader, layer, &in);
        found->time_us = in.time_us;
        found->ticks = in.number;
    }
    return status == HTN_NOT_FOUND ? HTN_OK : status;
}
