/*
 * What a node's value is at least, by interval arithmetic. Nodes know their own range where it is that of a type; the
 * rest is worked out here when somebody asks.
 */
#include "lower.h"

typedef struct interval {
    int64_t low, high;
} interval;

static interval interval_of(const htnc_node *node);

static interval saturated(int64_t low, int64_t high)
{
    return (interval){htnc_saturate(low), htnc_saturate(high)};
}

static interval product(interval x, interval y)
{
    int64_t corners[] = {x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high};
    int64_t low = corners[0], high = corners[0];
    for (int i = 1; i < 4; i++) {
        low = corners[i] < low ? corners[i] : low;
        high = corners[i] > high ? corners[i] : high;
    }
    return saturated(low, high);
}

static interval operation(const htnc_node *node)
{
    interval x = interval_of(node->operands[0]);
    interval y = node->operands[1] != NULL ? interval_of(node->operands[1]) : x;
    switch (node->op) {
    case HTNC_ADD: return saturated(x.low + y.low, x.high + y.high);
    case HTNC_SUB: return saturated(x.low - y.high, x.high - y.low);
    case HTNC_MUL: return product(x, y);
    case HTNC_NEGATE: return saturated(-x.high, -x.low);
    default: return (interval){node->low, node->high};
    }
}

static int64_t smaller(int64_t x, int64_t y)
{
    return x < y ? x : y;
}

static int64_t greater(int64_t x, int64_t y)
{
    return x > y ? x : y;
}

static interval function(const htnc_node *node)
{
    interval x = interval_of(node->operands[0]);
    interval y = node->operands[1] != NULL ? interval_of(node->operands[1]) : x;
    switch (node->function) {
    case HTNC_MIN: return (interval){smaller(x.low, y.low), smaller(x.high, y.high)};
    case HTNC_MAX: return (interval){greater(x.low, y.low), greater(x.high, y.high)};
    case HTNC_ABS: return saturated(x.low > 0 ? x.low : x.high < 0 ? -x.high : 0, greater(x.high, -x.low));
    case HTNC_CLAMP: { /* low where x is below it, else high where x is above that */
        interval z = interval_of(node->operands[2]);
        return (interval){smaller(y.low, smaller(z.low, x.low)), greater(y.high, greater(z.high, x.high))};
    }
    }
    return (interval){node->low, node->high};
}

static interval interval_of(const htnc_node *node)
{
    if (node->depth > HTNC_NESTING_LIMIT)
        return (interval){INT32_MIN, INT32_MAX};
    switch (node->kind) {
    case HTNC_NODE_OPERATOR: return operation(node);
    case HTNC_NODE_FUNCTION: return function(node);
    default: return (interval){node->low, node->high};
    }
}

int32_t htnc_node_least(const htnc_node *node)
{
    return htnc_saturate(interval_of(node).low);
}
