/* Undo. Every action is between play_begin_action() and play_end_action(). */
#pragma once

#include "cli/play/play_model.h"

void play_begin_action(play_model *model);
void play_end_action(play_model *model);

/* The same for a reload, which puts the agent of before aside in between. The past owns it from then on. */
void play_begin_reload(play_model *model);
void play_end_reload(play_model *model, play_side *before);

/* Undoes the last `count` actions that were logged, or does again what was undone. Returns how many there were. */
uint32_t play_undo(play_model *model, uint32_t count);
uint32_t play_redo(play_model *model, uint32_t count);

/* How many actions that were logged can be undone, and done again. */
uint32_t play_can_undo(const play_model *model);
uint32_t play_can_redo(const play_model *model);

/* Forgets all actions. */
void play_forget_past(play_model *model);

/* Drops the older half of a very long log, and the actions of that time. */
void play_shorten_log(play_model *model);
