/*
 * BASE_PRINTF(FORMAT, FIRST), behind a declaration: the compiler checks the arguments from the FIRST-th on (0: none) against the FORMAT-th,
 * which is printf()'s. For Windows the formats are those of C11 as well: mingw brings a printf() of its own.
 */
#pragma once

#if defined(__MINGW32__) && !defined(__clang__)
#define BASE_PRINTF(format_at, first) __attribute__((format(gnu_printf, format_at, first)))
#elif defined(__GNUC__)
#define BASE_PRINTF(format_at, first) __attribute__((format(printf, format_at, first)))
#else
#define BASE_PRINTF(format_at, first)
#endif
