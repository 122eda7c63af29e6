/* Checks of lists of conditions. */
#pragma once

#include "compiler/lint/linter.h"

/* never-holds: lists that no world state fulfils. Fills in linter->never. */
void htnc_check_never_holds(htnc_linter *linter);
/* always-holds: items that every world state fulfils, in lists that some world state fulfils. Needs linter->never. */
void htnc_check_always_holds(htnc_linter *linter);
