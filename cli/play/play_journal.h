/* The agent's journal becomes the log of the play: what happened, in words, in its order. */
#pragma once

#include "cli/play/play_model.h"

/* The agent writes a journal from now on. */
void play_keep_journal(play_model *model);

/* Logs what the agent has written since the last call, and brings the session's world up to date. */
void play_read_journal(play_model *model);
