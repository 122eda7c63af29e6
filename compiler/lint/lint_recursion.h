/* Check of recursion. */
#ifndef HTNC_LINT_RECURSION_H
#define HTNC_LINT_RECURSION_H

#include "compiler/lint/linter.h"

/* stuck-recursion: recursion that only the loop guard or a limit ends. Needs the task facts. */
void htnc_check_recursion(htnc_linter *linter);

#endif
