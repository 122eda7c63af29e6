/*
 * An agent that lives through a story: in one of several ways, which must all come to the same. What a story does to it
 * from outside, and how its operators go, is asked of the story alone.
 */
#pragma once

#include "chronicle.h"
#include "story.h"
#include "under_test.h"

typedef enum player_mode {
    PLAYER_CALLED, /* operators are called */
    PLAYER_POLLED, /* nothing is bound to them: they are asked for news, and report */
    PLAYER_HEARD,  /* somebody listens to the searches */
    PLAYER_ALWAYS, /* no search is passed over as its outcome is known */
    PLAYER_SAVED,  /* the agent is saved, and loaded into other memory, before each tick */
    PLAYER_SLICED, /* a budget spreads searches over ticks, and time stands still until they are done */
    PLAYER_MODES
} player_mode;

typedef struct player_state {
    player_mode mode;
    const story_state *story;
    reference_planner *reference; /* for the layout of the story's changes */
    subject_state *subject;       /* the domain; the caller's */
    htn_agent *agent;
    const htn_agent_class *agent_class;
    htn_agent_options options;
    void *class_memory, *agent_memory, *other_memory;
    uint32_t tick;
    htn_status status;                 /* of the last tick */
    chronicle_state calls, layers;     /* of the last tick */
    uint32_t announced;                /* POLLED: the last id that there were news of */
    uint32_t ended[HTN_MAX_ARGUMENTS]; /* POLLED: by id, modulo: of which there were news that it is to be aborted */
    const char *problem;               /* what was wrong with the news */
    uint64_t events;                   /* HEARD */
    uint64_t slices;                   /* SLICED: ticks more than without a budget */
    uint64_t resumed;                  /* SAVED: steps in progress */
} player_state;

const char *player_mode_name(player_mode mode);

/* Whether a story can be lived through in this way. */
bool player_may(player_mode mode, const story_state *story, const htnc_model *model);

/* The agent, in the world as declared. False where it was refused: `problem` says why; close it all the same. */
bool player_open(player_state *player, player_mode mode, const story_state *story, reference_planner *reference,
                 subject_state *subject, const htn_limits *limits);
void player_close(player_state *player);

/* One tick, with what happens before it. Fills in calls, layers and status. */
void player_tick(player_state *player, uint32_t tick);
