/* Checks of what happens while a plan runs. */
#pragma once

#include "compiler/lint/linter.h"

/* during-precondition: a `During` that makes a precondition of its own task false. */
void htnc_check_durings(htnc_linter *linter);
/* broken-while: a step inside a `While` that makes it false, although the `While` must still hold. */
void htnc_check_whiles(htnc_linter *linter);
