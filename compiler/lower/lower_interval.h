/* Interval arithmetic: the range of a node's values from the ranges of its operands. */
#ifndef HTNC_LOWER_INTERVAL_H
#define HTNC_LOWER_INTERVAL_H

#include "compiler/lower/lower_node.h"

/*
 * Sets low and high of an OPERATOR or FUNCTION whose operands are set. The range contains every value that can occur, and maybe
 * others. Comparisons are folded by it, and it gives the lower bound of a step's cost.
 */
void htnc_set_range(htnc_node *node);

/* The same for a CURVE: points are pairs x, y. */
void htnc_set_curve_range(htnc_node *node, const int32_t *points, uint32_t count);

#endif
