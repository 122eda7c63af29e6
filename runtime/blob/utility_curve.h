/* Utility curves: `curve(x, x0, y0, x1, y1, ...)` in the language, piecewise linear. */
#pragma once

#include <stdint.h>

/*
 * The curve's value at x: on the line between the two points around it, rounded towards the left point's y;
 * constant beyond both ends. `points`: `count` >= 1 pairs (x, y) of 32-bit little-endian numbers, as in the
 * blob's constants; x rises. If it does not rise, the value is some number, without undefined behaviour.
 */
int32_t htni_curve(const uint8_t *points, uint32_t count, int32_t x);
