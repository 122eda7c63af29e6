/*
 * Interval arithmetic (Moore 1966) with the saturating operators of the language. The operators are monotonic in each operand, or
 * nearly so. So the ends of the operands' ranges give the ends of the result's range.
 */
#include "compiler/lower/lower_interval.h"
#include "compiler/types/fold_operators.h"
#include <htn/arithmetic.h>

/* For all signs, the ends of the range are among the four products of ends. */
static void range_of_product(htnc_node *node, const htnc_node *x, const htnc_node *y)
{
    node->low = INT32_MAX;
    node->high = INT32_MIN;
    for (int corner = 0; corner < 4; corner++) {
        int32_t product = htnc_fold_binary(HTNC_MUL, corner & 1 ? x->low : x->high, corner & 2 ? y->low : y->high);
        node->low = htni_value_MIN(node->low, product);
        node->high = htni_value_MAX(node->high, product);
    }
}

static void range_of_operation(htnc_node *node, const htnc_node *x, const htnc_node *y)
{
    bool divides =
        y->low == y->high && y->low > 0; /* by a positive constant; for other divisors any quotient is assumed */
    switch (node->op) {
    case HTNC_ADD:
        node->low = htnc_fold_binary(HTNC_ADD, x->low, y->low);
        node->high = htnc_fold_binary(HTNC_ADD, x->high, y->high);
        break;
    case HTNC_SUB:
        node->low = htnc_fold_binary(HTNC_SUB, x->low, y->high);
        node->high = htnc_fold_binary(HTNC_SUB, x->high, y->low);
        break;
    case HTNC_MUL: range_of_product(node, x, y); break;
    case HTNC_DIV:
        node->low = divides ? x->low / y->low : INT32_MIN;
        node->high = divides ? x->high / y->low : INT32_MAX;
        break;
    case HTNC_MOD: /* the sign is that of x */
        node->low = x->low >= 0 ? 0 : divides ? 1 - y->low : INT32_MIN;
        node->high = x->high <= 0 ? 0 : divides ? y->low - 1 : INT32_MAX;
        break;
    default: break;
    }
}

static void range_of_function(htnc_node *node, const htnc_node *x, const htnc_node *y, const htnc_node *z)
{
    int32_t below = htnc_fold_unary(HTNC_NEGATE, x->low);
    switch (node->function) {
    case HTNC_ABS:
        node->low = x->low > 0 ? x->low : x->high < 0 ? htnc_fold_unary(HTNC_NEGATE, x->high) : 0;
        node->high = htni_value_MAX(below, x->high);
        break;
    case HTNC_MIN:
        node->low = htni_value_MIN(x->low, y->low);
        node->high = htni_value_MIN(x->high, y->high);
        break;
    case HTNC_MAX:
        node->low = htni_value_MAX(x->low, y->low);
        node->high = htni_value_MAX(x->high, y->high);
        break;
    case HTNC_CLAMP: /* one of the ends, or something between them */
        node->low = htni_value_MIN(y->low, z->low);
        node->high = htni_value_MAX(y->high, z->high);
        break;
    }
}

void htnc_set_range(htnc_node *node)
{
    const htnc_node *x = node->operands[0], *y = node->operands[1], *z = node->operands[2];
    if (node->kind == HTNC_NODE_FUNCTION) {
        range_of_function(node, x, y, z);
    } else if (node->op <= HTNC_GE) { /* a comparison, or AND, OR, NOT: a truth */
        node->low = 0;
        node->high = 1;
    } else if (node->op == HTNC_NEGATE) {
        node->low = htnc_fold_unary(HTNC_NEGATE, x->high);
        node->high = htnc_fold_unary(HTNC_NEGATE, x->low);
    } else {
        range_of_operation(node, x, y);
    }
}
