/* Check of the goals of `Achieve`. */
#ifndef HTNC_LINT_GOALS_H
#define HTNC_LINT_GOALS_H

#include "compiler/lint/linter.h"

/* goal-unchanged: goals that none of the actions changes. */
void htnc_check_goals(htnc_linter *linter);

#endif
