/* Utility curves. */
#pragma once

#include "compiler/lower/lower_node.h"

/* The curve at x. `numbers`: constant expressions, x and y of each point in turn, by rising x. */
htnc_node *htnc_curve_node(htnc_builder *build, htnc_node *x, const htnc_expr *numbers);
