/* Check of what ranks methods and bindings. */
#pragma once

#include "compiler/lint/linter.h"

/* no-effect: `Utility`, `Weight` and keys of `Prefer` that rank nothing. */
void htnc_check_ranks(htnc_linter *linter);
