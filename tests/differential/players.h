/*
 * The agents of a cast that live through it in one way, and the homes of their groups. A frame is: players_begin_frame(),
 * players_tick() and players_share().
 */
#pragma once

#include "cast.h"
#include "player.h"
#include <htn/crowd.h>
#include <htn/group.h>

typedef struct players_state {
    player_mode mode;
    const cast_state *cast;
    reference_planner *reference; /* for the layout of changes */
    subject_state *subject;       /* the domain; the caller's */
    uint32_t tick;
    htn_group *homes[CAST_HOMES];
    void *home_memory[CAST_HOMES], *other_memory[CAST_HOMES];
    uint32_t in[CAST_AGENTS]; /* which home each agent is in; CAST_HOMES: in none */
    player_state players[CAST_AGENTS];
    uint64_t saved_homes;
    htn_crowd crowd;     /* CROWD */
    const char *problem; /* what went wrong with a home */
} players_state;

/* False where something was refused: `problem`, or that of a player, says what; close it all the same. */
bool players_open(players_state *players, player_mode mode, const cast_state *cast, reference_planner *reference,
                  subject_state *subject, const htn_limits *limits);
void players_close(players_state *players);

void players_begin_frame(players_state *players, uint32_t tick);
void players_tick(players_state *players);
void players_share(players_state *players);
