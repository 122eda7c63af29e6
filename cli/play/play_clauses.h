/* The moves of a play as the clauses of a scenario; see play_save.h, which writes them to a file. */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

/*
 * Adds `Scenario [NAME]` and its clauses, not laid out. False: a move has no clause, and `problem` says which, in a sentence without its
 * full stop.
 */
bool play_add_scenario(base_text *text, const play_model *model, const char *name, base_text *problem);
