/*
 * Interval arithmetic (Moore 1966) with the saturating operators of the language: from the ranges of operands to the range of a
 * result. The range contains every value that can occur, and maybe others. Users: the lint and lowering.
 */
#pragma once

#include "compiler/syntax/ast.h"

typedef struct htnc_interval {
    int32_t low, high;
} htnc_interval;

/* y is ignored where the operator has one operand. */
htnc_interval htnc_interval_of_operator(htnc_operator_kind op, htnc_interval x, htnc_interval y);

/* y and z are ignored where the function has fewer operands. */
htnc_interval htnc_interval_of_function(htnc_function function, htnc_interval x, htnc_interval y, htnc_interval z);

/* `points`: x and y in turn, all constant. A curve is level beyond its ends. */
htnc_interval htnc_interval_of_curve(const htnc_expr *points);

/* The truth of a comparison, 1 or 0, where it is the same for all values in the ranges; else -1. */
int htnc_interval_compare(htnc_operator_kind op, htnc_interval x, htnc_interval y);
