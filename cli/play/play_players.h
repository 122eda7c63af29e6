/*
 * The agents that play: one without a name, or several with names, which are the members of a group. One of them has its turn: `model.now`.
 * Ticks give the turn to the one that is ticked; a person chooses whom commands are about.
 */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

/* The player at the index becomes `model.now`. */
void play_turn(play_model *model, uint32_t index);

/* Gives the turn to the one whom the person has chosen or, if it is not here any more, to the first. */
void play_turn_back(play_model *model);

/* The next player behind `index` (HTN_NONE: the first one) who is here; HTN_NONE: there is no other. */
uint32_t play_next_player(const play_model *model, uint32_t index);

/* The player of that name who is here; HTN_NONE: there is none, and `problem` says so. */
uint32_t play_find_player(const play_model *model, const char *name, base_text *problem);

/* The answers that a player gets. */
cli_answers *play_answers_of(play_model *model, uint32_t index);

/* Whether all members have the instance in common. */
bool play_is_common(const play_model *model, uint32_t type, int32_t instance);

/* `Enemy` or `Enemy=3`, as cli_settings_spawn(): one after the other, and the members of the group notice each. */
bool play_spawn_in_group(play_model *model, const char *text, base_text *problem);

/* Says that there is one agent, without a name. False. */
bool play_refuse_unnamed(base_text *problem);
