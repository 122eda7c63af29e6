/* From checked expressions to nodes, and from conditions to tests. */
#pragma once

#include "compiler/lower/lower_node.h"

htnc_node *htnc_node_of(htnc_builder *build, const htnc_expr *expr);

/* A list of conditions as one node: true where all of them hold. A binder becomes an EXISTS over the rest of the list. */
htnc_node *htnc_node_of_list(htnc_builder *build, const htnc_expr *items);

/* Appends a test to a list at `*end`. A constant is not appended. Returns false where the node is constantly false. */
bool htnc_add_test(htnc_builder *build, htnc_test ***end, htnc_node *node, base_span span);

/*
 * The same, but the two sides of an `and` become tests of their own. The more tests a list has, the earlier each of them can be
 * decided, and the more of them may use an index. Returns false where one is constantly false, so that the list never holds.
 */
bool htnc_add_tests(htnc_builder *build, htnc_test ***end, htnc_node *node, base_span span);

/* The same for a condition; NULL: appends nothing. */
bool htnc_add_condition(htnc_builder *build, htnc_test ***end, const htnc_expr *condition);

/* How many locals the list of candidates of a binder or quantifier needs; 0: it has no `from`. */
uint32_t htnc_list_locals(const htnc_expr *binder);

/* Begins a loop over the instances of the variable's type. From now on the variable stands for the loop's local. */
void htnc_begin_loop(htnc_builder *build, htnc_loop *loop, htnc_variable *variable);
