/* From checked expressions to code that pushes their values. */
#pragma once

#include "compiler/lower/lower_state.h"

/* Emits an expression's quantifiers, then code that pushes its value. The evaluation stack is empty before. */
void htnc_push_expr(htnc_lowering *lowering, const htnc_expr *expr);

/* The same for each expression of a list, in order. */
void htnc_push_all(htnc_lowering *lowering, const htnc_expr *list);
