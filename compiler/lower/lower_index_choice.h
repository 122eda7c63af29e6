/* How a loop finds its instances: all of them, one that a test names, or by a static index. */
#pragma once

#include "compiler/lower/lower_node.h"

/*
 * Chooses how the loop finds its instances, from those of its tests that have level `level`. Sets `before`, or indexed with
 * index, key and guards; marks the test that is then `implied` or that `ends` the loop.
 */
void htnc_choose_index(htnc_builder *build, htnc_loop *loop, htnc_test *tests, uint32_t level);

/* The same for a loop that is not part of a list. Sets the levels of its tests: 1 where one mentions the variable, else 0. */
void htnc_choose_search_index(htnc_builder *build, htnc_loop *loop, htnc_test *tests);
