/* Check of `Split`. */
#pragma once

#include "compiler/lint/linter.h"

/* useless-split: a `Split` at the beginning or at the end of the plan. */
void htnc_check_splits(htnc_linter *linter);
