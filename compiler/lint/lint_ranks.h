/* Check of what ranks methods and bindings. */
#ifndef HTNC_LINT_RANKS_H
#define HTNC_LINT_RANKS_H

#include "compiler/lint/linter.h"

/* no-effect: `Utility`, `Weight` and keys of `Prefer` that rank nothing. */
void htnc_check_ranks(htnc_linter *linter);

#endif
