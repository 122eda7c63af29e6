/* Check of recursion. */
#pragma once

#include "compiler/lint/linter.h"

/* stuck-recursion: recursion that only the loop guard or a limit ends. Needs the task facts. */
void htnc_check_recursion(htnc_linter *linter);
