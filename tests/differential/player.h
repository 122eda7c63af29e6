/*
 * An agent that lives through a story: in one of several ways, which must all come to the same. What a story does to it
 * from outside, and how its operators go, is asked of the story alone.
 */
#pragma once

#include "cast.h"
#include "chronicle.h"
#include "under_test.h"
#include <htn/journal.h>
#include <htn/replay.h>
#include <setjmp.h>

typedef enum player_mode {
    PLAYER_CALLED, /* operators are called */
    PLAYER_POLLED, /* nothing is bound to them: they are asked for news, and report */
    PLAYER_HEARD,  /* somebody listens to the searches, and a journal is kept, which is replayed at the end */
    PLAYER_ALWAYS, /* no search is passed over as its outcome is known */
    PLAYER_SAVED,  /* the agent is saved, and loaded into other memory, before each tick */
    PLAYER_SLICED, /* a budget and late answers spread searches over ticks, and time stands still until they are done */
    PLAYER_LANES,  /* in a LATER group, ticked in another order */
    PLAYER_CROWD,  /* a crowd ticks the agents */
    PLAYER_MODES
} player_mode;

typedef struct player_state {
    player_mode mode;
    const story_state *story;
    const cast_state *cast; /* that it belongs to, */
    uint32_t number;        /* and which of its agents it is */
    htn_world *home;        /* of the group that it is in; NULL: none */
    bool knows_home;        /* it has been in one */
    bool loads;             /* it is saved and loaded before each tick */
    bool remembers;         /* POLLED: its operators have memory */
    bool status_unknown;    /* CROWD: of which there is only the first trouble */
    bool thrown;            /* a function has not returned: a replay ends there */
    uint32_t missed;        /* microseconds of its frames since its last tick */
    jmp_buf before;         /* its tick */
    bool ticking;
    bool branching;               /* what it does is no longer the story's */
    htn_outcome lazy;             /* branching: if not ABORTED, that is all that its running steps answer */
    reference_planner *reference; /* for the layout of the story's changes */
    subject_state *subject;       /* the domain; the caller's */
    htn_agent *agent;
    const htn_agent_class *agent_class;
    htn_agent_options options;
    void *class_memory, *agent_memory, *other_memory, *save;
    size_t save_size;
    uint32_t tick;
    htn_status status;                 /* of the last tick */
    chronicle_state calls, layers;     /* of the last tick */
    uint32_t announced;                /* POLLED: the last id that there were news of */
    uint32_t ended[HTN_MAX_ARGUMENTS]; /* POLLED: by id, modulo: of which there were news that it is to be aborted */
    const char *problem;               /* what was wrong with the news */
    uint32_t ends[RUNNER_ENDS][3];     /* of orders in the last tick: layer, id, htn_order_end */
    uint32_t end_count;
    uint64_t events;     /* HEARD */
    htn_journal journal; /* HEARD, with what has been read of it */
    uint8_t *ring, *written;
    size_t written_size;
    uint64_t slices;  /* SLICED: ticks more than without a budget */
    uint64_t resumed; /* SAVED: steps in progress */
} player_state;

const char *player_mode_name(player_mode mode);

/* Whether the stories of a cast can be lived through in this way. */
bool player_may(player_mode mode, const cast_state *cast, const htnc_model *model);

/* One of a cast's agents, in the world as declared. False where it was refused: `problem` says why; close it all the same. */
bool player_open(player_state *player, player_mode mode, const cast_state *cast, uint32_t number,
                 reference_planner *reference, subject_state *subject, const htn_limits *limits);
void player_close(player_state *player);

/* Nothing to close. */
void player_empty(player_state *player);

/* What happens before a tick, and the tick, if it is one of the agent's. Fills in calls, layers and status. */
void player_tick(player_state *player, uint32_t tick, bool ticked);

/* The same, where a crowd ticks (its own time and that of the agent's frames): before the frame and after it. */
void player_begin_frame(player_state *player, uint32_t tick);
void player_end_frame(player_state *player, htn_status status);

/*
 * The agent is saved (false: it has something to share, and nothing has happened); in other memory there is one that is loaded from
 * that, and where it was before is spoiled.
 */
bool player_save(player_state *player);
void player_drop_save(player_state *player);
void player_load(player_state *player);

/* Whether the operator of the step has been told to abort. */
bool player_is_aborting(const htn_activity *activity);

/* HEARD: appends to `written` what has happened since the last time; whether another agent does the same by the journal. */
void player_read_journal(player_state *player);
bool player_is_replayed(const player_state *player, htn_replay_report *report);

/* Does changes of a story to a world, an agent's or a home. False: a value was refused. */
bool player_change(subject_state *subject, reference_planner *reference, htn_group *group, htn_world *world,
                   const story_change *changes, uint32_t count);
