/* Several agents: they come and leave, and are shown. Neighbour: play_players.h, whose turn it is. */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

/* Actions. `anna, bert` come, or `bert` leaves. False: nothing has happened, and `problem` says why. */
bool play_come(play_model *model, const char *names, base_text *problem);
bool play_leave(play_model *model, const char *name, base_text *problem);

/* Part of the beginning: these come to a play that is a group, with what --spawn and --set say. False: `problem` says why not. */
bool play_begin_group(play_model *model, const char *names, base_text *problem);

/* Who is here, what each does and holds, and what they share. */
void play_add_players(base_text *text, const play_model *model);
