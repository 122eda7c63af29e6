/*
 * Hints for the compiler.
 *
 * HTNI_NOINLINE  a rare part of a hot function, kept out of it: its registers are not saved there
 * HTNI_INLINE    a function of which each caller gets its own copy, with its constant arguments
 * HTNI_UNLIKELY  a condition that rarely holds
 * HTNI_FETCH     brings the line of a cache that has this address, where the compiler can say so
 * HTNI_ALONE     a value of 32 bits that is loaded by itself, not as a part of a wider word
 * HTNI_ALIGNED   a function or a table that begins a line of a cache
 * HTNI_UNROLL    in front of a loop of at most 16 turns: no loop is left
 */
#pragma once

#include <stdint.h>

#if defined(__GNUC__)
#define HTNI_NOINLINE    __attribute__((noinline))
#define HTNI_INLINE      static inline __attribute__((always_inline))
#define HTNI_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define HTNI_FETCH(x)    __builtin_prefetch(x)
static inline uint32_t htni_alone(uint32_t value)
{
    __asm__("" : "+r"(value));
    return value;
}
#define HTNI_ALONE(x) htni_alone(x)
#define HTNI_UNROLL   _Pragma("GCC unroll 16")
#define HTNI_ALIGNED  __attribute__((aligned(64)))
#else
#define HTNI_NOINLINE
#define HTNI_INLINE      static inline
#define HTNI_UNLIKELY(x) (x)
#define HTNI_FETCH(x)    ((void)(x))
#define HTNI_ALONE(x)    (x)
#define HTNI_UNROLL
#define HTNI_ALIGNED
#endif
