/*
 * The arithmetic of the language (docs/language.md, "Types and the world state"): 32-bit, every operation saturates,
 * and every input has a result. Freestanding and without state, so the machine, domains as C and the compiler's
 * constant folding all include this one header.
 *
 * htni_value_NAME(x, y, z): an operator of opcodes.def as a function. Truths are 0 and 1.
 */
#ifndef HTN_ARITHMETIC_H
#define HTN_ARITHMETIC_H

#include <htn/blob.h>
#include <string.h>

/*
 * The number that 32 bits stand for, in two's complement. A conversion in C would leave numbers out of range to the
 * compiler.
 */
static inline int32_t htni_signed(uint32_t bits)
{
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline int32_t htni_saturate(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

/*
 * `low` where the value is below it, else `high` where the value is above that; the order decides where low > high.
 */
static inline int32_t htni_clamp(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* Rounds towards zero. A division by zero is 0. */
static inline int32_t htni_divide(int32_t x, int32_t y)
{
    return y == 0 ? 0 : htni_saturate((int64_t)x / y);
}

/* Has the sign of x. A remainder by zero is 0. C leaves INT32_MIN % -1 undefined, and x % -1 is 0 for every x. */
static inline int32_t htni_remainder(int32_t x, int32_t y)
{
    return y == 0 || y == -1 ? 0 : x % y;
}

/* Fixed numbers are counted in thousandths. */
#define HTNI_FIXED_ONE 1000

/* The quotient rounded half away from zero, saturating; 0 where y is 0. |x| is below 2^62. */
static inline int32_t htni_divide_round(int64_t x, int64_t y)
{
    if (y == 0)
        return 0;
    const int64_t quotient = x / y, rest = x % y;
    const int64_t size = rest < 0 ? -rest : rest, whole = y < 0 ? -y : y;
    const int64_t step = size >= whole - size ? ((x < 0) != (y < 0) ? -1 : 1) : 0;
    return htni_saturate(quotient + step);
}

/* The greatest whole number that is not above x thousandths, and the least one that is not below. */
static inline int32_t htni_floor(int32_t x)
{
    return x / HTNI_FIXED_ONE - (x % HTNI_FIXED_ONE < 0);
}

static inline int32_t htni_ceil(int32_t x)
{
    return x / HTNI_FIXED_ONE + (x % HTNI_FIXED_ONE > 0);
}

#define HTN_VALUE_1(name, expression, meaning)         \
    static inline int32_t htni_value_##name(int32_t x) \
    {                                                  \
        return expression;                             \
    }
#define HTN_VALUE_2(name, expression, meaning)                    \
    static inline int32_t htni_value_##name(int32_t x, int32_t y) \
    {                                                             \
        return expression;                                        \
    }
#define HTN_VALUE_3(name, expression, meaning)                               \
    static inline int32_t htni_value_##name(int32_t x, int32_t y, int32_t z) \
    {                                                                        \
        return expression;                                                   \
    }
#include <htn/opcodes.def>

/*
 * The same by opcode: what an operator makes of x, y and z, of which it ignores those that it does not have. 0 for no
 * operator.
 */
static inline int32_t htni_evaluate(uint32_t opcode, int32_t x, int32_t y, int32_t z)
{
    switch (opcode) {
#define HTNI_CASE(name, ...) \
    case HTN_OP_##name:      \
        return htni_value_##name(__VA_ARGS__);
#define HTN_VALUE_1(name, expression, meaning) HTNI_CASE(name, x)
#define HTN_VALUE_2(name, expression, meaning) HTNI_CASE(name, x, y)
#define HTN_VALUE_3(name, expression, meaning) HTNI_CASE(name, x, y, z)
#include <htn/opcodes.def>
#undef HTNI_CASE
    default: return 0;
    }
}

#endif
