/* Interval arithmetic: the range of a node's values from the ranges of its operands. */
#ifndef HTNC_LOWER_RANGE_H
#define HTNC_LOWER_RANGE_H

#include "compiler/lower/lower_node.h"

/* Sets low and high of an OPERATOR or FUNCTION. The range contains every value that can occur, and maybe others. */
void htnc_node_narrow(htnc_node *node);
/* The same for a CURVE. */
void htnc_node_narrow_curve(htnc_node *node, const int32_t *points, uint32_t count);

#endif
