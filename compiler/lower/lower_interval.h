/* Interval arithmetic: the range of a node's values from the ranges of its operands. */
#ifndef HTNC_LOWER_INTERVAL_H
#define HTNC_LOWER_INTERVAL_H

#include "compiler/lower/lower_node.h"

/*
 * Sets low and high of an OPERATOR or FUNCTION whose operands are set. The range contains every value that the node can have, and
 * maybe others. lower_fold.c folds comparisons with it, and lower_cost.c takes the lower bound of a step's cost from it.
 */
void htnc_set_range(htnc_node *node);

#endif
