/* Checks of what nothing provides: a plan from a root, or the value that a precondition waits for. */
#pragma once

#include "compiler/lint/linter.h"

/* missing-fallback: a root of which no method certainly applies. Needs linter->infallible. */
void htnc_check_fallbacks(htnc_linter *linter);
/* unset-precondition: a precondition that does not hold at first, and whose properties nothing sets. */
void htnc_check_unset_preconditions(htnc_linter *linter);
