/*
 * From the operators of the syntax tree to the operators of opcodes.def. Nothing is computed here: every result is
 * that of a function of the runtime.
 */
#include "compiler/types/fold_operators.h"
#include "runtime/blob/utility_curve.h"
#include <htn/arithmetic.h>

int32_t htnc_fold_unary(htnc_operator_kind op, int32_t x)
{
    return op == HTNC_NOT ? htni_value_NOT(x) : htni_value_NEGATE(x);
}

int32_t htnc_fold_binary(htnc_operator_kind op, int32_t x, int32_t y)
{
    switch (op) {
    case HTNC_OR: return htni_value_OR(x, y);
    case HTNC_AND: return htni_value_AND(x, y);
    case HTNC_EQ: return htni_value_EQ(x, y);
    case HTNC_NE: return htni_value_NE(x, y);
    case HTNC_LT: return htni_value_LT(x, y);
    case HTNC_LE: return htni_value_LE(x, y);
    case HTNC_GT: return htni_value_LT(y, x);
    case HTNC_GE: return htni_value_LE(y, x);
    case HTNC_ADD: return htni_value_ADD(x, y);
    case HTNC_SUB: return htni_value_SUB(x, y);
    case HTNC_MUL: return htni_value_MUL(x, y);
    case HTNC_DIV: return htni_value_DIV(x, y);
    case HTNC_MOD: return htni_value_MOD(x, y);
    case HTNC_NOT:
    case HTNC_NEGATE: break; /* they have one operand */
    }
    return 0;
}

int32_t htnc_fold_function(htnc_function function, int32_t x, int32_t y, int32_t z)
{
    switch (function) {
    case HTNC_MIN: return htni_value_MIN(x, y);
    case HTNC_MAX: return htni_value_MAX(x, y);
    case HTNC_ABS: return htni_value_ABS(x);
    case HTNC_CLAMP: return htni_value_CLAMP(x, y, z);
    }
    return 0;
}

static void write_number(uint8_t *to, int32_t number)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)((uint32_t)number >> 8 * i);
}

/* The runtime reads points from the bytes of a blob, so the two points around x are encoded first. */
int32_t htnc_fold_curve(const int32_t *points, uint32_t count, int32_t x)
{
    uint8_t bytes[16];
    uint32_t right = 1; /* the first point with an x that is not less than ours, or the last point */
    if (count == 1)
        return points[1];
    while (right + 1 < count && x > points[2 * right])
        right++;
    for (uint32_t i = 0; i < 4; i++)
        write_number(bytes + 4 * i, points[2 * (right - 1) + i]);
    return htni_curve(bytes, 2, x);
}

htnc_operator_kind htnc_mirrored(htnc_operator_kind op)
{
    switch (op) {
    case HTNC_LT: return HTNC_GT;
    case HTNC_LE: return HTNC_GE;
    case HTNC_GT: return HTNC_LT;
    case HTNC_GE: return HTNC_LE;
    default: return op;
    }
}

htnc_operator_kind htnc_opposite(htnc_operator_kind op)
{
    switch (op) {
    case HTNC_EQ: return HTNC_NE;
    case HTNC_NE: return HTNC_EQ;
    case HTNC_LT: return HTNC_GE;
    case HTNC_LE: return HTNC_GT;
    case HTNC_GT: return HTNC_LE;
    default: return HTNC_LT;
    }
}
