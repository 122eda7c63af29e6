/* Constant folding of expressions. */
#pragma once

#include "compiler/types/checker.h"

/*
 * Sets is_constant and folded of an expression that has its type and whose operands are folded. Warns where a constant saturates
 * and where something is divided by zero.
 */
void htnc_fold(htnc_checker *checker, htnc_expr *expr);
