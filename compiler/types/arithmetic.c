/*
 * The language's arithmetic on values known to the compiler (docs/language.md, "Types and the world
 * state"): 32-bit, every operation saturates, and every input has a result. Types and lowering fold
 * with it; the runtime has its own, which does the same.
 */
#include "compiler/passes.h"

int32_t htnc_saturate(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

int32_t htnc_fold_unary(htnc_operator_kind op, int32_t x)
{
    return op == HTNC_NOT ? x == 0 : htnc_saturate(-(int64_t)x);
}

int32_t htnc_fold_binary(htnc_operator_kind op, int32_t x, int32_t y)
{
    switch (op) {
    case HTNC_OR: return x != 0 || y != 0;
    case HTNC_AND: return x != 0 && y != 0;
    case HTNC_EQ: return x == y;
    case HTNC_NE: return x != y;
    case HTNC_LT: return x < y;
    case HTNC_LE: return x <= y;
    case HTNC_GT: return x > y;
    case HTNC_GE: return x >= y;
    case HTNC_ADD: return htnc_saturate((int64_t)x + y);
    case HTNC_SUB: return htnc_saturate((int64_t)x - y);
    case HTNC_MUL: return htnc_saturate((int64_t)x * y);
    case HTNC_DIV: return y == 0 ? 0 : htnc_saturate((int64_t)x / y);
    case HTNC_MOD: return y == 0 ? 0 : (int32_t)((int64_t)x % y);
    case HTNC_NOT:
    case HTNC_NEGATE: break;
    }
    return 0;
}

int32_t htnc_fold_function(htnc_function function, int32_t x, int32_t y, int32_t z)
{
    switch (function) {
    case HTNC_MIN: return x < y ? x : y;
    case HTNC_MAX: return x > y ? x : y;
    case HTNC_ABS: return htnc_saturate(x < 0 ? -(int64_t)x : x);
    case HTNC_CLAMP: return x < y ? y : x > z ? z : x;
    }
    return 0;
}

/* The product of two 32-bit distances needs all 64 bits, so the sign is kept apart. */
static int32_t between(const int32_t *from, const int32_t *to, int32_t x)
{
    uint64_t run = (uint64_t)((int64_t)to[0] - from[0]);
    uint64_t done = (uint64_t)((int64_t)x - from[0]);
    bool falls = to[1] < from[1];
    uint64_t rise = falls ? (uint64_t)((int64_t)from[1] - to[1]) : (uint64_t)((int64_t)to[1] - from[1]);
    int64_t part = (int64_t)(done * rise / run);
    return (int32_t)(falls ? from[1] - part : from[1] + part);
}

int32_t htnc_fold_curve(const int32_t *points, uint32_t count, int32_t x)
{
    if (x < points[0])
        return points[1];
    for (uint32_t i = 1; i < count; i++)
        if (x < points[2 * i])
            return between(points + 2 * (i - 1), points + 2 * i, x);
    return points[2 * (count - 1) + 1];
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
