/* The orders of a play's agent: what a person gives and takes back, and how they are shown. */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

/*
 * Gives an order: `Go(B)`, `only Go(B)` in place of all others, `Go(B) in Legs` to another layer than the first. False: nothing
 * has happened, and `problem` says why.
 */
bool play_order(play_model *model, const char *text, base_text *problem);

/* Takes back an order by its number, or `all`. */
bool play_take_back(play_model *model, const char *text, base_text *problem);
