/* Numbers drawn for the tests of this folder: the same for a seed on every host (Knuth's linear congruential generator for MMIX). */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* 0 to count - 1; count is at least 1. `*random` is the seed, then what comes of it. */
static inline uint32_t draw_below(uint64_t *random, size_t count)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*random >> 33) % count);
}
