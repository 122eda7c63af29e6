/*
 * The operators are monotonic in each operand, or nearly so. So the ends of the operands' ranges give the ends of the result's range.
 */
#include "compiler/types/interval.h"
#include "compiler/types/fold_operators.h"
#include <htn/arithmetic.h>

/* For all signs, the ends of the range are among the four products of ends. */
static htnc_interval product(htnc_operator_kind op, htnc_interval x, htnc_interval y)
{
    htnc_interval range = {INT32_MAX, INT32_MIN};
    for (int corner = 0; corner < 4; corner++) {
        int32_t value = htnc_fold_binary(op, corner & 1 ? x.low : x.high, corner & 2 ? y.low : y.high);
        range.low = htni_value_MIN(range.low, value);
        range.high = htni_value_MAX(range.high, value);
    }
    return range;
}

/* For a divisor that is not a positive constant, any quotient is assumed. */
static htnc_interval quotient(htnc_operator_kind op, htnc_interval x, htnc_interval y)
{
    if (y.low != y.high || y.low <= 0)
        return (htnc_interval){INT32_MIN, INT32_MAX};
    return (htnc_interval){htnc_fold_binary(op, x.low, y.low), htnc_fold_binary(op, x.high, y.low)};
}

/* A remainder has the sign of x. */
static htnc_interval remainder_of(htnc_interval x, htnc_interval y)
{
    const bool known = y.low == y.high && y.low > 0;
    return (htnc_interval){x.low >= 0 ? 0
                           : known    ? 1 - y.low
                                      : INT32_MIN,
                           x.high <= 0 ? 0
                           : known     ? y.low - 1
                                       : INT32_MAX};
}

htnc_interval htnc_interval_of_operator(htnc_operator_kind op, htnc_interval x, htnc_interval y)
{
    switch (op) {
    case HTNC_ADD: return (htnc_interval){htni_value_ADD(x.low, y.low), htni_value_ADD(x.high, y.high)};
    case HTNC_SUB: return (htnc_interval){htni_value_SUB(x.low, y.high), htni_value_SUB(x.high, y.low)};
    case HTNC_MUL:
    case HTNC_MUL_FIXED: return product(op, x, y);
    case HTNC_DIV:
    case HTNC_DIV_FIXED:
    case HTNC_DIV_ROUND: return quotient(op, x, y);
    case HTNC_MOD: return remainder_of(x, y);
    case HTNC_NEGATE: return (htnc_interval){htni_value_NEGATE(x.high), htni_value_NEGATE(x.low)};
    default: return (htnc_interval){0, 1}; /* a comparison, or AND, OR, NOT */
    }
}

htnc_interval htnc_interval_of_function(htnc_function function, htnc_interval x, htnc_interval y, htnc_interval z)
{
    switch (function) {
    case HTNC_ABS:
        return (htnc_interval){x.low > 0    ? x.low
                               : x.high < 0 ? htni_value_NEGATE(x.high)
                                            : 0,
                               htni_value_MAX(htni_value_NEGATE(x.low), x.high)};
    case HTNC_MIN: return (htnc_interval){htni_value_MIN(x.low, y.low), htni_value_MIN(x.high, y.high)};
    case HTNC_MAX: return (htnc_interval){htni_value_MAX(x.low, y.low), htni_value_MAX(x.high, y.high)};
    case HTNC_FIXED:
    case HTNC_ROUND:
    case HTNC_FLOOR:
    case HTNC_CEIL:
        return (htnc_interval){htnc_fold_function(function, x.low, 0, 0), htnc_fold_function(function, x.high, 0, 0)};
    case HTNC_CLAMP: break;
    }
    return (htnc_interval){htni_value_MIN(y.low, z.low), htni_value_MAX(y.high, z.high)}; /* y, z, or x between them */
}

htnc_interval htnc_interval_of_curve(const htnc_expr *points)
{
    htnc_interval range = {INT32_MAX, INT32_MIN};
    for (const htnc_expr *x = points; x != NULL && x->next != NULL; x = x->next->next) {
        range.low = htni_value_MIN(range.low, x->next->folded);
        range.high = htni_value_MAX(range.high, x->next->folded);
    }
    return range;
}

int htnc_interval_compare(htnc_operator_kind op, htnc_interval x, htnc_interval y)
{
    if (op == HTNC_EQ)
        return x.high < y.low || y.high < x.low ? 0 : x.low == x.high && y.low == y.high ? 1 : -1;
    if (op == HTNC_LE)
        return x.high <= y.low ? 1 : x.low > y.high ? 0 : -1;
    if (op == HTNC_GE)
        return htnc_interval_compare(HTNC_LE, y, x);
    const int opposite = htnc_interval_compare(htnc_opposite(op), x, y);
    return opposite < 0 ? -1 : !opposite;
}
