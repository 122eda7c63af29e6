/* Check of the order of methods. */
#pragma once

#include "compiler/lint/linter.h"

/* unreachable-method: methods that are never tried. Needs the task facts. */
void htnc_check_unreachable_methods(htnc_linter *linter);
