/* Durations: numbers of milliseconds. A literal gets its unit where it is written: `5s`, `250ms`. */
#pragma once

#include "compiler/types/checker.h"

/*
 * Reports a constant duration that is made of numbers without a unit, such as 5 or 2 * 3. Nobody can see whether that means
 * seconds or milliseconds. 0 needs no unit. The expression has its type.
 */
void htnc_check_unit(htnc_checker *checker, const htnc_expr *expr);
