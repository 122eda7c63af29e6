/* Check of the goals of `Achieve`. */
#pragma once

#include "compiler/lint/linter.h"

/* goal-unchanged: goals that none of the actions changes. */
void htnc_check_goals(htnc_linter *linter);
