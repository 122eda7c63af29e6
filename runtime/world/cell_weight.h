/*
 * Hashes of worlds that follow each change: a sum of weight * value over the cells. The loop guard has one of its
 * working world, and each world has one by which planners know that their copies are right.
 */
#pragma once

#include "cell_address.h"

/* By how much the hash grows when the value of a cell (cell_address.h) changes, as htni_load_width() reads it. */
static inline uint64_t htni_weigh(uint32_t cell, int32_t old, int32_t value)
{
    uint64_t weight = (cell + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15);
    weight = (weight ^ weight >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return (weight ^ weight >> 29) * (uint64_t)((int64_t)value - old);
}

/* Copies a cell from one world to another. Answers by how much the hash of the one copied to grows. */
static inline uint64_t htni_copy_weighed(uint8_t *to, const uint8_t *from, uint32_t cell)
{
    const int32_t old = htni_load_width(to, cell);
    htni_copy_cell(to, from, cell);
    return htni_weigh(cell, old, htni_load_width(to, cell));
}
