/*
 * Constructors that fold: an expression whose value is known becomes a constant, and comparisons get one normal form, so that the
 * many ways to write a test of a property end in the same fused instruction. Expressions have no effects: `false and x` is false.
 */
#pragma once

#include "compiler/lower/lower_node.h"

htnc_node *htnc_node_unary(htnc_builder *build, htnc_operator_kind op, htnc_node *x);
htnc_node *htnc_node_binary(htnc_builder *build, htnc_operator_kind op, htnc_node *x, htnc_node *y);
htnc_node *htnc_node_function(htnc_builder *build, htnc_function function, htnc_node **operands, uint32_t count);

/* A static table's cell with constant arguments is a constant. */
htnc_node *htnc_node_cell(htnc_builder *build, const htnc_property *table, htnc_node **arguments, uint32_t count);
