/* Utility curves: `curve(x, x0, y0, x1, y1, ...)` in the language, piecewise linear. The compiler folds with this function too. */
#ifndef HTNI_UTILITY_CURVE_H
#define HTNI_UTILITY_CURVE_H

#include <stdint.h>

/*
 * The curve's value at x: on the line between the two points around it, rounded towards the left one's y, and level beyond
 * both ends. `points`: `count` pairs (x, y) of 32-bit little-endian numbers as the blob's constants hold them; x rises.
 * count >= 1. Points that do not rise give some number, and no fault.
 */
int32_t htni_curve(const uint8_t *points, uint32_t count, int32_t x);

#endif
