/* The agent's journal becomes the log of the play: what happened, in words, in its order. */
#pragma once

#include "cli/play/play_model.h"

/*
 * Gives an agent a journal, before its first tick or before it takes over from another agent, so that it can be replayed. To be freed
 * behind the agent.
 */
htn_journal *play_begin_journal(htn_agent *agent);

/* Logs what has happened since the last call. To be called after each tick of the agent, and after each change of the world. */
void play_read_journal(play_model *model);

/* The same without the log: what was written is only recorded, for --journal. */
void play_skip_journal(play_model *model);

/* At the end of an action: says once that the plans of all layers were kept, if they were. Of one layer the journal has said it. */
void play_log_kept(play_model *model);
