/* Checks of `Optional` and `AnyOrder`. */
#pragma once

#include "compiler/lint/linter.h"

/* order-alone: an `AnyOrder` of fewer than two members. */
void htnc_check_orders(htnc_linter *linter);
/* always-cheapest: an `Optional` that costs something, where only the cheapest plan is taken. */
void htnc_check_optionals(htnc_linter *linter);
