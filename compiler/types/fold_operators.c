/*
 * From the operators of the syntax tree to the operators of opcodes.def. Nothing is computed here: every result is
 * that of a function of the runtime.
 */
#include "compiler/types/fold_operators.h"
#include "runtime/blob/utility_curve.h"
#include <htn/arithmetic.h>

/* > and >= are < and <= with their operands exchanged. */
static const htn_opcode operators[] = {
    [HTNC_OR] = HTN_OP_OR,
    [HTNC_AND] = HTN_OP_AND,
    [HTNC_NOT] = HTN_OP_NOT,
    [HTNC_EQ] = HTN_OP_EQ,
    [HTNC_NE] = HTN_OP_NE,
    [HTNC_LT] = HTN_OP_LT,
    [HTNC_LE] = HTN_OP_LE,
    [HTNC_GT] = HTN_OP_LT,
    [HTNC_GE] = HTN_OP_LE,
    [HTNC_ADD] = HTN_OP_ADD,
    [HTNC_SUB] = HTN_OP_SUB,
    [HTNC_MUL] = HTN_OP_MUL,
    [HTNC_DIV] = HTN_OP_DIV,
    [HTNC_MOD] = HTN_OP_MOD,
    [HTNC_NEGATE] = HTN_OP_NEGATE,
    [HTNC_MUL_FIXED] = HTN_OP_MUL_FIXED,
    [HTNC_DIV_FIXED] = HTN_OP_DIV_FIXED,
    [HTNC_DIV_ROUND] = HTN_OP_DIV_ROUND,
};

static const htn_opcode functions[] = {
    [HTNC_MIN] = HTN_OP_MIN,     [HTNC_MAX] = HTN_OP_MAX,     [HTNC_ABS] = HTN_OP_ABS,  [HTNC_CLAMP] = HTN_OP_CLAMP,
    [HTNC_ROUND] = HTN_OP_ROUND, [HTNC_FLOOR] = HTN_OP_FLOOR, [HTNC_CEIL] = HTN_OP_CEIL};

htn_opcode htnc_operator_opcode(htnc_operator_kind op)
{
    return operators[op];
}

htn_opcode htnc_function_opcode(htnc_function function)
{
    return functions[function];
}

int32_t htnc_fold_unary(htnc_operator_kind op, int32_t x)
{
    return htni_evaluate(operators[op], x, 0, 0);
}

int32_t htnc_fold_binary(htnc_operator_kind op, int32_t x, int32_t y)
{
    const bool exchanged = op == HTNC_GT || op == HTNC_GE;
    return htni_evaluate(operators[op], exchanged ? y : x, exchanged ? x : y, 0);
}

int32_t htnc_fold_function(htnc_function function, int32_t x, int32_t y, int32_t z)
{
    if (function == HTNC_FIXED)
        return htni_value_MUL(x, HTNI_FIXED_ONE);
    return htni_evaluate(functions[function], x, y, z);
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
