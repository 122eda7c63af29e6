/*
 * A branch of a story: its agent goes on for some ticks in a domain that its author has changed, by a save or by a hot reload. No
 * reference knows what it does there. But it is not refused, its world is carried over by names, and it has no steps in
 * progress that were not.
 */
#pragma once

#include "dice.h"
#include "player.h"

typedef struct branch_result {
    const char *problem; /* NULL: nothing was wrong */
    bool told;           /* the compiler takes the changed domain */
    uint32_t steps;      /* in progress when it branched off, and carried over */
    uint32_t carried;
    uint32_t timeouts,
        retries; /* steps of which was looked at when their time is over; how often they are tried again */
    uint32_t made_fixed, made_whole; /* numbers of properties that have decimals since, or have none */
} branch_result;

/* `reload`: by a hot reload, after which the player's own agent is good for nothing more. `runner`: what it is. */
branch_result branch_off(player_state *player, const char *text, const reference_runner *runner, dice_state dice,
                         bool reload);
