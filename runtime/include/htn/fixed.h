/*
 * Fixed numbers: the values of the language's type `fixed` and of ranges such as 0.0..1.5. Wherever the interface has such a value
 * as an int32_t, it counts thousandths: 1500 is 1.5. The runtime itself has no floating point, so these conversions are only here.
 */
#ifndef HTN_FIXED_H
#define HTN_FIXED_H

#include <stdint.h>

/* Thousandths in 1. */
#define HTN_FIXED_ONE 1000

/* Thousandths of a number, rounded half away from zero. Beyond 32 bits: the nearest end. NaN: 0. */
static inline int32_t htn_fixed_from_double(double number)
{
    const double exact = number * HTN_FIXED_ONE;
    if (exact != exact)
        return 0;
    if (exact >= INT32_MAX)
        return INT32_MAX;
    if (exact <= INT32_MIN)
        return INT32_MIN;
    const int32_t whole = (int32_t)exact;
    const double rest = exact - whole;
    return whole + (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0);
}

/* The number that thousandths stand for; each has another one. */
static inline double htn_double_from_fixed(int32_t thousandths)
{
    return thousandths / (double)HTN_FIXED_ONE;
}

#endif
