/*
 * A domain as its author may have changed it while the game runs: something is left out, written twice, moved, or has another
 * number. Declarations of types stay, so that each slot means the same.
 */
#pragma once

#include "dice.h"
#include <stdbool.h>

/* Writes a changed domain to `changed` (GENERATED_SIZE bytes). It may be refused by the compiler. */
void change_domain(dice_state *dice, const char *text, char *changed);
