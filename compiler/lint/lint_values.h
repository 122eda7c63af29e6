/*
 * What conditions say about values: for each property or parameter that they mention, the values that it can still have. A set may have
 * too many values, but never too few. So an empty set is certain.
 */
#pragma once

#include "compiler/lint/lint_sets.h"

/* Narrows the facts: the expression is true, or false. */
void htnc_facts_narrow(htnc_linter *linter, htnc_facts *facts, const htnc_expr *expr, bool truth);
/* The same for a list: all of its items are true, or at least one is false. */
void htnc_facts_narrow_list(htnc_linter *linter, htnc_facts *facts, const htnc_expr *items, bool truth);
/* Whether a list, or one item, holds in every world state. */
bool htnc_always_holds(htnc_linter *linter, const htnc_expr *items);
bool htnc_item_always_holds(htnc_linter *linter, const htnc_expr *item);
