/* One step of a replay: an input of the journal's game, and the comparison of all that follows from it. */
#pragma once

#include "replay_cursor.h"

/* What the new agent writes: a journal's sink, whose user is the replay. */
void htni_replay_compare(void *user, const uint8_t *bytes, uint32_t size);

/* Gives the agent the next input from the game. What follows from it is compared meanwhile. */
void htni_replay_give_next(htni_replay *replay);
