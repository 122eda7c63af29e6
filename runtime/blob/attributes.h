/*
 * Hints for the compiler.
 *
 * HTNI_NOINLINE  a rare part of a hot function, kept out of it: its registers are not saved there
 * HTNI_INLINE    a function of which each caller gets its own copy, with its constant arguments
 * HTNI_UNLIKELY  a condition that rarely holds
 * HTNI_FETCH     brings the line of a cache that has this address, where the compiler can say so
 */
#pragma once

#if defined(__GNUC__)
#define HTNI_NOINLINE    __attribute__((noinline))
#define HTNI_INLINE      static inline __attribute__((always_inline))
#define HTNI_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define HTNI_FETCH(x)    __builtin_prefetch(x)
#else
#define HTNI_NOINLINE
#define HTNI_INLINE      static inline
#define HTNI_UNLIKELY(x) (x)
#define HTNI_FETCH(x)    ((void)(x))
#endif
