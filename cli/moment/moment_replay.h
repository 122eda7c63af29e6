/* A layer's search in a journal, lived through again and explained, and the agent at a moment behind it. */
#pragma once

#include "cli/explain/explain_search.h"
#include "cli/moment/moment_search.h"
#include <htn/replay.h>

typedef struct moment_replay {
    uint32_t layer;
    htn_replay_cursor *cursor; /* NULL: there is none, see `report` */
    void *memory;
    htn_replay_report report;

    cli_session session;  /* of the search: `plays`, with the agent */
    htn_given_task order; /* what the search was for, if not for the root */
    int32_t *arguments;   /* of it */
    explain_search search;
    bool all; /* it keeps all that was tried, as for --all */
    htn_beginning beginning;
    bool requested;    /* a search is about to begin */
    bool begun;        /* the search has told its beginning: `search` has its events */
    bool follows;      /* they are those of a tree: a continuation has none */
    htn_status status; /* how it ended; SUSPENDED, WAITS: it has not by the moment */

    /* When the search has ended, or the moment has come: explains it. `plan` is the one found. */
    void (*conclude)(void *user, struct moment_replay *moment, const htn_plan *plan);
    void *user;
} moment_replay;

/*
 * Begins to follow the searches of a layer, also of an agent that plays now: `conclude` and `user` are set, and `search.focus` is
 * the task that is asked about, or HTN_NONE. `subject`, `agent` and `world` must outlive it.
 */
void moment_follow(moment_replay *moment, const char *command, const cli_subject *subject, const htn_agent *agent,
                   const htn_world *world, uint32_t layer);

/* A htn_listener for all of the agent's searches, and a htn_replay_watcher for all events of its journal. `user`: a moment_replay. */
void moment_listen(void *user, const htn_planner *planner, const htn_event *event);
void moment_watch(void *user, const htn_agent *agent, const htn_journal_event *event);

/*
 * Replays up to the moment. `conclude` and `user` are set; `task`: what is asked about, or HTN_NONE. OK, or another status of
 * htn_replay_open() and htn_replay_until(), with `report`; call moment_replay_end() in either case.
 */
htn_status moment_replay_to(moment_replay *moment, const trace_reader *reader, const moment_search *found,
                            uint32_t layer, uint32_t task, uint64_t time_us);
void moment_replay_end(moment_replay *moment);
