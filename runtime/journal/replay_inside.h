/*
 * What a replay's files share. replay.c: its memory, the journal's beginning, ticks, and comparing. replay_inputs.c: what one input does.
 * The agent's events are compared as it writes them, so that `at` is always where the journal and the new run are both at.
 */
#ifndef HTNI_REPLAY_INSIDE_H
#define HTNI_REPLAY_INSIDE_H

#include "../agent/agent_inside.h"
#include <htn/replay.h>

typedef struct htni_replay {
    const htn_domain *domain;
    const uint8_t *bytes;
    size_t size;
    size_t at;
    uint8_t *memory;
    size_t memory_size;
    htn_status status; /* OK for as long as it goes on */
    htn_replay_report *report;
    htn_journal journal; /* the new run's; it keeps nothing */
    htn_agent *agent;
    htn_world group; /* in place of that which the agent joined */
    htn_world other; /* what its world is copied from */
    uint8_t *save;   /* what it is loaded from */
} htni_replay;

/* The event that the replay has come to; false: there are no more, or it is none. */
bool htni_replay_next(htni_replay *replay, htn_journal_event *event);

/* The replay ends here. */
void htni_replay_stop(htni_replay *replay, htn_status status, const char *reason);

/* Whether the event is an input that comes from `by`. */
bool htni_replay_is_from(const htn_journal_event *event, htn_journal_by by, uint32_t id);

/* Hears nothing: an htn_listener. */
void htni_replay_listen(void *user, const htn_planner *planner, const htn_event *event);

/* Gives the agent an input. What it writes then leads the replay behind the event, or it ends. */
void htni_replay_give(htni_replay *replay, const htn_journal_event *event);

#endif
