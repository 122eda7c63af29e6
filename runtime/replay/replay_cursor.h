/*
 * A replay under way. The new agent's events are compared as it writes them, so `at` is always
 * where both the journal and the new run have got to.
 */
#pragma once

#include "../world/group_link.h"
#include <htn/group.h>
#include <htn/replay.h>

typedef struct htni_replay {
    const htn_domain *domain;
    const uint8_t *bytes; /* the journal's */
    size_t size;
    size_t at;
    /* A take before whose end the journal ends, or is damaged: where what it tells begins, and where that breaks off; or 0. */
    size_t cut_from, cut_to;
    uint8_t *memory; /* the caller's, for all of the following */
    size_t memory_size;
    size_t used; /* of it, by the agent that was made last and all that belongs to it */
    bool enough; /* the memory suffices for all of a sound journal */
    uint32_t most_loads,
        most_others;   /* of a cursor: the largest save in all of its run, and the most Durings of others */
    htn_status status; /* OK as long as the replay goes on */
    htn_replay_report *report;
    htn_journal journal; /* the new agent's; it has a sink and keeps nothing */
    htn_agent *agent;    /* NULL before the BEGIN */
    htn_group *group;    /* in place of those that the recorded agent joined: AT_ONCE, with one other member: */
    htn_world others;    /* that shows what Durings of others show */
    htni_link others_link;
    htni_during_list others_shown;
    int32_t beneath; /* what the journal has said last of a value beneath */
    htn_world other; /* what the agent's world is replaced with */
    uint8_t *save;   /* what the agent is loaded from */
    uint32_t build;  /* the checksum of the recorded agent's blob */
    uint32_t ticks;  /* so far, and how long they took */
    uint64_t time_us;
    bool cut; /* the agent has written more than the journal has: that ends in the middle of what came of an input */
    bool listened;          /* the recorded agent has a listener */
    htn_listener *listener; /* who wants to hear of searches; NULL: nobody */
    void *listener_user;
    htn_replay_watcher *watcher; /* who wants to hear of events; NULL: nobody */
    void *watcher_user;
} htni_replay;

/*
 * Reads the event at `at`, and stays there. False: the journal has ended, or the replay stops
 * because there is no such event.
 */
bool htni_replay_peek(htni_replay *replay, htn_journal_event *event);

/*
 * Ends the replay with this status, unless it has ended already. `reason`: a constant sentence. A difference between cut_from and
 * cut_to does not count: the replay goes on at cut_to.
 */
void htni_replay_stop(htni_replay *replay, htn_status status, const char *reason);
