/* Hash functions and the pseudo-random numbers that are made with them: the only ones of the solver. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* 2^64 divided by the golden ratio: an odd number whose multiples are spread evenly. */
#define HDDL_GOLDEN_RATIO UINT64_C(0x9E3779B97F4A7C15)

/*
 * Spreads a number over all bits: the finalizer of splitmix64 (Steele, Lea and Flood, "Fast Splittable
 * Pseudorandom Number Generators", 2014). A bijection: different numbers stay different.
 */
static inline uint64_t hddl_mix(uint64_t value)
{
    value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
    return value ^ (value >> 31);
}

/* The next number of a splitmix64 generator. Any state may be its first: the same one gives the same sequence. */
static inline uint64_t hddl_draw(uint64_t *state)
{
    return hddl_mix(*state += HDDL_GOLDEN_RATIO);
}

/* One more number of a sequence that is hashed: cheaper than hddl_mix(). Its upper half is the better one. */
static inline uint64_t hddl_hash_more(uint64_t hash, uint32_t number)
{
    hash = (hash ^ number) * HDDL_GOLDEN_RATIO;
    return hash ^ (hash >> 29);
}

/* The hash of a row of numbers, in 32 bits. */
static inline uint32_t hddl_hash_row(const uint32_t *row, size_t count)
{
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++)
        hash = hddl_hash_more(hash, row[i]);
    return (uint32_t)(hash >> 32);
}
