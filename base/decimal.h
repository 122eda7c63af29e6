/* Decimals with three places as text: the values of the language's type `fixed`, counted in thousandths. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { BASE_DECIMAL_SIZE = 16 };

/* The shortest text with at least one decimal: "2.5", "3.0", "-0.125". Returns `text`. */
const char *base_decimal(char text[BASE_DECIMAL_SIZE], int64_t thousandths);

/*
 * Reads "2", "2.5" or "-0.125", the whole text. False: it is no such number, it has more than three decimals, or it does not fit
 * into 32 bits of thousandths.
 */
bool base_decimal_read(const char *text, int32_t *thousandths);
