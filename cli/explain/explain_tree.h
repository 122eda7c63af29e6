/*
 * The decomposition as a tree: under each compound task the methods that were tried, in order, and under the one that was taken its
 * subtasks. Under a method that was given up are the most frequent reasons, or with --all the tree that was given up.
 */
#pragma once

#include "cli/explain/explain_page.h"

/* Adds the tree of the branch that the search ended on. */
void explain_show_tree(explain_page *page);
