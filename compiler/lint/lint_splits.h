/* Check of `Split`. */
#ifndef HTNC_LINT_SPLITS_H
#define HTNC_LINT_SPLITS_H

#include "compiler/lint/linter.h"

/* useless-split: a `Split` at the beginning or at the end of the plan. */
void htnc_check_splits(htnc_linter *linter);

#endif
