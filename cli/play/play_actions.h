/* What a person does in a play. Each function is one action; what it leads to is in the log. */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

/* Changes of the world, as settings.h reads them. False: nothing has changed, and `problem` says why. */
bool play_set(play_model *model, const char *text, base_text *problem);
bool play_spawn(play_model *model, const char *text, base_text *problem);
bool play_despawn(play_model *model, const char *text, base_text *problem);

/* A step in progress, by its index in `actor.steps`, succeeds or fails. */
void play_end(play_model *model, uint32_t index, htn_outcome outcome);

/* Time passes, tick by tick. `ends`: a step whose Duration is over succeeds. */
void play_pass(play_model *model, uint32_t milliseconds, bool ends);

/* Not an action itself, but its end: the agent ticks without time passing until nothing happens any more. */
void play_settle(play_model *model);
