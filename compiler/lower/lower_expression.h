/* From checked expressions to nodes. */
#ifndef HTNC_LOWER_EXPRESSION_H
#define HTNC_LOWER_EXPRESSION_H

#include "compiler/lower/lower_node.h"

htnc_node *htnc_node_of(htnc_lowering *lowering, const htnc_expr *expr);

/* A list of conditions as one node: true where all of them hold. A binder is an EXISTS over the rest of the list. */
htnc_node *htnc_node_of_list(htnc_lowering *lowering, const htnc_expr *items);

htnc_node *htnc_node_of_quantifier(htnc_lowering *lowering, const htnc_expr *expr);
htnc_node *htnc_node_of_any(htnc_lowering *lowering, const htnc_expr *binder);

/*
 * Appends a node to a list of tests at `*end`, the halves of an `and` as two tests. A constant is not appended. Returns false
 * where a part is constantly false, so that the list can never hold.
 */
bool htnc_add_test(htnc_lowering *lowering, htnc_test ***end, htnc_node *node, base_span span);

#endif
