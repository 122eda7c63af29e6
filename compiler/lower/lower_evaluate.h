/* From checked expressions to code that pushes their values. */
#pragma once

#include "compiler/lower/lower_state.h"

/* Emits an expression's quantifiers, then code that pushes its value. The evaluation stack is empty before. */
void htnc_push_expr(htnc_lowering *lowering, const htnc_expr *expr);

/* The same for each expression of a list, in order, and then of another; either may be NULL. */
void htnc_push_all(htnc_lowering *lowering, const htnc_expr *list, const htnc_expr *last);
