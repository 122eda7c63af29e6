/* Lists of tests: what must all hold, with conjunctions split into their parts. */
#ifndef HTNC_LOWER_TEST_H
#define HTNC_LOWER_TEST_H

#include "compiler/lower/lower_node.h"

/*
 * Appends a node to a list of tests at `*end`, the halves of an `and` as two tests. A constant is not appended. Returns false
 * where a part is constantly false, so that the list can never hold.
 */
bool htnc_add_test(htnc_builder *build, htnc_test ***end, htnc_node *node, base_span span);

/* Sets the levels of a loop that is not part of a list: 1 where a test mentions the variable, else 0. */
void htnc_set_search_levels(htnc_test *tests, uint32_t variable);

#endif
