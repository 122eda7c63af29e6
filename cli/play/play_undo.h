/* Undo. Every action is between play_begin_action() and play_end_action(). */
#pragma once

#include "cli/play/play_model.h"

void play_begin_action(play_model *model);
void play_end_action(play_model *model);

/* Undoes the last `count` actions that were logged. Returns how many there were. */
uint32_t play_undo(play_model *model, uint32_t count);

/* Forgets all actions. */
void play_forget_past(play_model *model);

/* Drops the older half of a very long log, and the actions of that time. */
void play_shorten_log(play_model *model);
