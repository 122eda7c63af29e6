/*
 * The range of what an expression computes, from the ranges of its operands: always one that is wide enough. Comparisons are
 * folded by it, and it says what a step costs at least.
 */
#include "compiler/lower/lower_range.h"
#include "compiler/lower/lower_node.h"
#include "compiler/types/fold_operators.h"

static int32_t least_of(int32_t x, int32_t y)
{
    return x < y ? x : y;
}

static int32_t greatest_of(int32_t x, int32_t y)
{
    return x > y ? x : y;
}

/* Whatever the signs, the ends are among the products of ends. */
static void narrow_product(htnc_node *node, const htnc_node *x, const htnc_node *y)
{
    node->low = INT32_MAX;
    node->high = INT32_MIN;
    for (int corner = 0; corner < 4; corner++) {
        int32_t product = htnc_fold_binary(HTNC_MUL, corner & 1 ? x->low : x->high, corner & 2 ? y->low : y->high);
        node->low = least_of(node->low, product);
        node->high = greatest_of(node->high, product);
    }
}

static void narrow_operation(htnc_node *node, const htnc_node *x, const htnc_node *y)
{
    bool divides = y->low == y->high && y->low > 0;
    switch (node->op) {
    case HTNC_ADD:
        node->low = htnc_fold_binary(HTNC_ADD, x->low, y->low);
        node->high = htnc_fold_binary(HTNC_ADD, x->high, y->high);
        break;
    case HTNC_SUB:
        node->low = htnc_fold_binary(HTNC_SUB, x->low, y->high);
        node->high = htnc_fold_binary(HTNC_SUB, x->high, y->low);
        break;
    case HTNC_MUL: narrow_product(node, x, y); break;
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

static void narrow_function(htnc_node *node, const htnc_node *x, const htnc_node *y, const htnc_node *z)
{
    int32_t below = htnc_fold_unary(HTNC_NEGATE, x->low);
    switch (node->function) {
    case HTNC_ABS:
        node->low = x->low > 0 ? x->low : x->high < 0 ? htnc_fold_unary(HTNC_NEGATE, x->high) : 0;
        node->high = greatest_of(below, x->high);
        break;
    case HTNC_MIN:
        node->low = least_of(x->low, y->low);
        node->high = least_of(x->high, y->high);
        break;
    case HTNC_MAX:
        node->low = greatest_of(x->low, y->low);
        node->high = greatest_of(x->high, y->high);
        break;
    case HTNC_CLAMP: /* one of the ends, or something between them */
        node->low = least_of(y->low, z->low);
        node->high = greatest_of(y->high, z->high);
        break;
    }
}

void htnc_node_narrow(htnc_node *node)
{
    const htnc_node *x = node->operands[0], *y = node->operands[1], *z = node->operands[2];
    if (node->kind == HTNC_NODE_FUNCTION) {
        narrow_function(node, x, y, z);
    } else if (y != NULL) {
        narrow_operation(node, x, y);
    } else if (node->op == HTNC_NEGATE) {
        node->low = htnc_fold_unary(HTNC_NEGATE, x->high);
        node->high = htnc_fold_unary(HTNC_NEGATE, x->low);
    }
}

void htnc_node_narrow_curve(htnc_node *node, const int32_t *points, uint32_t count)
{
    node->low = INT32_MAX;
    node->high = INT32_MIN;
    for (uint32_t i = 0; i < count; i++) {
        node->low = least_of(node->low, points[2 * i + 1]);
        node->high = greatest_of(node->high, points[2 * i + 1]);
    }
}
