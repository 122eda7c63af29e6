/*
 * Tells a story: the reference lives through it, and so do agents in several ways; after each tick all must have done the
 * same and stand the same.
 */
#pragma once

#include "cast.h"
#include "players.h"
#include "uses.h"
#include "worlds.h"
#include <setjmp.h>

enum { TELLER_EFFORT = 5000 };

typedef struct teller_statistics {
    uint64_t stories, ticks, gave_up, full, grouped;
    uint64_t modes[PLAYER_MODES]; /* stories lived through in this way */
    uint64_t slices, events, asked, late, resumed, skipped, saved_homes, branches, branched_steps, reloads;
    uint64_t branched_timeouts, branched_retries;
    uint64_t made_fixed, made_whole; /* numbers carried over to a property that has decimals since, or has none */
    uint64_t polled_resumed, replayed;
    uint64_t came_before, came_after;              /* instances of a home: before anybody was in it, and after */
    uint64_t went_before, went_after, went_inside; /* removed likewise; from inside a function of the game */
    uint64_t bursts;                               /* more than HTN_WORLD_LOG changes of a world at once */
    uint64_t joins, moves, leaves;
    runner_counts counts;
    uses_state uses; /* of constructs, by story */
} teller_statistics;

struct teller_state;

/* One of the cast, by the reference. */
typedef struct teller_agent {
    struct teller_state *teller;
    uint32_t number, in;      /* the home that it is in; CAST_HOMES: none */
    uint32_t elapsed, missed; /* of its frames since its last tick */
    jmp_buf before;           /* its tick */
    bool ticking, knows_home; /* it has been in one */
    bool sums;                /* after some tick, a take would have shown other sums than it had counted itself */
    reference_runner runner;
    chronicle_state calls, layers;
} teller_agent;

typedef struct teller_state {
    reference_planner *reference;
    uint64_t seed;
    const char *text;
    subject_state subject;
    cast_state cast;
    teller_agent agents[CAST_AGENTS];
    reference_home homes[CAST_HOMES];
    bool used[CAST_HOMES]; /* somebody has been in it */
    uint32_t tick;
    bool in_use[PLAYER_MODES];
    players_state players[PLAYER_MODES];
    twin_world twin;
    bool verbose; /* print each tick */
    bool rejected;
    text_buffer problem;
    teller_statistics statistics;
} teller_state;

/* One story over a domain; true where nothing was different, else `problem` says what was, behind "tick N". */
bool tell(teller_state *teller, const char *text);
