/*
 * What a person has done in a play, as the clauses of a scenario say it: play_save.h writes a scenario of these moves. What is undone
 * is forgotten.
 */
#pragma once

#include "cli/play/play_model.h"

/* The move says what, of the player whose turn it is; all have come to rest after it. The play takes a copy of `text`. */
void play_add_move(play_model *model, play_move_kind kind, uint32_t layer, const char *text);

/* The same of an order, by its number. */
void play_add_order(play_model *model, play_move_kind kind, uint32_t layer, uint32_t order, const char *text);

/* Time that passes, without an end of a step in it. */
void play_add_wait(play_model *model, uint32_t milliseconds);

/* The move that ends a step in progress, by its index in `actor.steps`: to be called before it ends. The caller frees the text. */
char *play_text_of_end(const play_model *model, uint32_t index, htn_outcome outcome);

/*
 * The instances that exist in a world and not in the one before it (NULL: all that exist): `Enemy#0 Enemy#1`; `=Enemy#0` is one that exists
 * in `common`, too, the world of the group (NULL: there is no group). The caller frees the text.
 */
char *play_new_instances(const htn_world *now, const htn_world *before, const htn_world *common);

/* Forgets all moves behind the first `count`. */
void play_drop_moves(play_model *model, size_t count);
