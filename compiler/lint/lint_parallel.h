/* Checks of `Parallel` groups. */
#pragma once

#include "compiler/lint/linter.h"

/* parallel-alone: groups of fewer than two members. */
void htnc_check_group_sizes(htnc_linter *linter);
/* parallel-conflict: members that write what another member reads or writes. */
void htnc_check_conflicts(htnc_linter *linter);
