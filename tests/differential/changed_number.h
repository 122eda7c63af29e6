/*
 * A domain as its author may have changed it while the game runs: a property that was a whole number has decimals from now on, or
 * the other way round, and all that reads and writes it is fitted to that.
 */
#pragma once

#include "dice.h"
#include <stdbool.h>

/*
 * Changes one property of a generated domain in place (GENERATED_SIZE bytes). False: it has none, or the text does not fit. The compiler
 * may refuse the result.
 */
bool change_number_kind(dice_state *dice, char *text);
