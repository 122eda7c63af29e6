/*
 * Plays the game's part in a replay: makes the agent that the journal's BEGIN describes, with
 * callbacks that do what it says.
 */
#pragma once

#include "replay_cursor.h"

/* Makes the agent, from the BEGIN at `at`. If that cannot be done the replay stops. */
void htni_begin_replay(htni_replay *replay, const htn_journal_event *event);
