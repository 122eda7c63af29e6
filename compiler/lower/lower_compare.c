/*
 * Comparisons in one normal form: a constant stands on the right, `<` and `>` with one become `<=`
 * and `>=`, and what the range of the left side decides is a constant. `P == true` is P itself. So
 * the many ways to write a test of a property end in the same fused instruction. A count that is compared stops when
 * what it comes to is decided.
 */
#include "compiler/lower/lower_node.h"
#include "compiler/types/fold_operators.h"

/* 1 or 0 where `x op value` is the same for all x in [low, high], else -1. */
static int decided(htnc_operator_kind op, int32_t low, int32_t high, int32_t value)
{
    switch (op) {
    case HTNC_EQ: return value < low || value > high ? 0 : low == high ? 1 : -1;
    case HTNC_NE: return value < low || value > high ? 1 : low == high ? 0 : -1;
    case HTNC_LE: return high <= value ? 1 : low > value ? 0 : -1;
    default: return low >= value ? 1 : high < value ? 0 : -1; /* GE */
    }
}

static htnc_node *with_constant(htnc_lowering *lowering, htnc_operator_kind op, htnc_node *x, htnc_node *constant)
{
    int32_t value = constant->value;
    int truth;
    if (op == HTNC_LT || op == HTNC_GT) {
        /* Nothing is below the least or above the greatest number. */
        if (value == (op == HTNC_LT ? INT32_MIN : INT32_MAX))
            return htnc_node_constant(lowering, 0);
        value += op == HTNC_LT ? -1 : 1;
        op = op == HTNC_LT ? HTNC_LE : HTNC_GE;
    }
    truth = decided(op, x->low, x->high, value);
    if (truth >= 0)
        return htnc_node_constant(lowering, truth);
    if (x->low == 0 && x->high == 1) {
        bool asks_true = (op == HTNC_EQ && value == 1) || (op == HTNC_NE && value == 0) || op == HTNC_GE;
        return asks_true ? x : htnc_node_unary(lowering, HTNC_NOT, x);
    }
    if (x->kind == HTNC_NODE_SEARCH && x->search->quantifier == HTNC_COUNT) {
        uint32_t enough = (uint32_t)value + (op != HTNC_GE);
        if (enough < (uint32_t)x->high)
            x = htnc_node_count_up_to(lowering, x, enough);
    }
    if (value != constant->value)
        constant = htnc_node_constant(lowering, value);
    return htnc_node_pair(lowering, op, x, constant);
}

htnc_node *htnc_node_compare(htnc_lowering *lowering, htnc_operator_kind op, htnc_node *x, htnc_node *y)
{
    if (htnc_node_is_constant(x) && htnc_node_is_constant(y))
        return htnc_node_constant(lowering, htnc_fold_binary(op, x->value, y->value));
    if (htnc_node_is_constant(y))
        return with_constant(lowering, op, x, y);
    if (htnc_node_is_constant(x))
        return with_constant(lowering, htnc_mirrored(op), y, x);
    return htnc_node_pair(lowering, op, x, y);
}
