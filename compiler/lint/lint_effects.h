/* Checks of effects. */
#pragma once

#include "compiler/lint/linter.h"

/* saturates: constants beyond the range of the property. */
void htnc_check_effect_ranges(htnc_linter *linter);
/* duplicate-effect: effects that a later effect of the same list overwrites. */
void htnc_check_lost_effects(htnc_linter *linter);

/* Values that are set for a time, and are the initial ones. */
void htnc_check_expiries(htnc_linter *linter);
