/* Sets of small numbers, one bit each, 64 to a word. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool hddl_has_bit(const uint64_t *set, uint32_t bit)
{
    return (set[bit / 64] >> bit % 64 & 1) != 0;
}

static inline void hddl_set_bit(uint64_t *set, uint32_t bit)
{
    set[bit / 64] |= UINT64_C(1) << bit % 64;
}

static inline void hddl_flip_bit(uint64_t *set, uint32_t bit)
{
    set[bit / 64] ^= UINT64_C(1) << bit % 64;
}

/* Adds the bits of one set to another, both of so many words. Whether there are more now. */
static inline bool hddl_add_bits(uint64_t *to, const uint64_t *from, size_t words)
{
    uint64_t added = 0;
    for (size_t i = 0; i < words; i++) {
        added |= from[i] & ~to[i];
        to[i] |= from[i];
    }
    return added != 0;
}

/* The number of the lowest bit that is set; there is one. */
static inline uint32_t hddl_lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(bits);
#else
    uint32_t bit = 0;
    while ((bits >> bit & 1) == 0)
        bit++;
    return bit;
#endif
}
