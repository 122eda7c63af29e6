/*
 * The language's operators on values that the compiler knows. They call the functions that the machine's instructions are made
 * from (htn/arithmetic.h), so a folded expression has the value that the machine would compute. tests/differential/
 * test_arithmetic compares the two. Users: the types pass, the lint, lowering, and scenarios (cli/scenario).
 */
#pragma once

#include "compiler/syntax/ast.h"
#include <htn/blob.h>

/* The instruction of an operator or function, but FIXED, which is a product. That of > and >= is the one of < and <=, with the operands exchanged. */
htn_opcode htnc_operator_opcode(htnc_operator_kind op);
htn_opcode htnc_function_opcode(htnc_function function);

int32_t htnc_fold_unary(htnc_operator_kind op, int32_t x);             /* HTNC_NOT, HTNC_NEGATE */
int32_t htnc_fold_binary(htnc_operator_kind op, int32_t x, int32_t y); /* all others; truths are 0 and 1 */

/* y and z are ignored where the function has fewer operands. */
int32_t htnc_fold_function(htnc_function function, int32_t x, int32_t y, int32_t z);

/* `points`: `count` pairs x, y by rising x; count >= 1. */
int32_t htnc_fold_curve(const int32_t *points, uint32_t count, int32_t x);

/* The comparison with its sides exchanged: a < b is b > a. Other operators are returned as they are. */
htnc_operator_kind htnc_mirrored(htnc_operator_kind op);

/* The comparison that holds where this one does not: not (a < b) is a >= b. Only for comparisons. */
htnc_operator_kind htnc_opposite(htnc_operator_kind op);

/* Whether the machine can take the operands in either order. */
static inline bool htnc_is_swappable(htnc_operator_kind op)
{
    return op != HTNC_DIV && op != HTNC_MOD && op != HTNC_DIV_FIXED && op != HTNC_DIV_ROUND;
}

static inline bool htnc_is_comparison(htnc_operator_kind op)
{
    return op >= HTNC_EQ && op <= HTNC_GE;
}
