/*
 * Utility curves by linear search, because a curve has few points. Used by the instruction CURVE
 * (value_ops.h), by C made of a domain, and by the compiler when it folds constants.
 */
#include "utility_curve.h"
#include "blob_reader.h"
#include <htn/arithmetic.h>

/*
 * Distances reach 2^32 and their product 2^64. So the product is unsigned, and the sign is applied to the
 * quotient.
 */
static int32_t interpolate(int64_t left_x, int64_t left_y, int64_t right_x, int64_t right_y, int32_t x)
{
    const bool falls = right_y < left_y;
    const uint64_t rise = (uint64_t)(falls ? left_y - right_y : right_y - left_y);
    const int64_t part = (int64_t)((uint64_t)(x - left_x) * rise / (uint64_t)(right_x - left_x));
    return (int32_t)(falls ? left_y - part : left_y + part);
}

/* Where a line is taken, x is above left_x and at most right_x; so the divisor is never 0. */
int32_t htni_curve(const uint8_t *points, uint32_t count, int32_t x)
{
    int64_t left_x = htni_signed(htni_read32(points)), left_y = htni_signed(htni_read32(points + 4));
    if (x <= left_x)
        return (int32_t)left_y;
    for (uint32_t i = 1; i < count; i++) {
        const int64_t right_x = htni_signed(htni_read32(points + (size_t)i * 8));
        const int64_t right_y = htni_signed(htni_read32(points + (size_t)i * 8 + 4));
        if (x <= right_x)
            return interpolate(left_x, left_y, right_x, right_y, x);
        left_x = right_x;
        left_y = right_y;
    }
    return (int32_t)left_y;
}
