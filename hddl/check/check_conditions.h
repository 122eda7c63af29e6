/*
 * Conditions in the current state. If all variables are bound, a condition is evaluated. Otherwise values are searched
 * for: the condition is split into conjuncts; those that are bound are evaluated, and of the others the one that offers
 * the fewest values binds the next variables (the fail-first principle: Haralick and Elliott, 1980). An atom offers the
 * facts that match it, an equality its other side, anything else all objects of a type. A universal quantifier holds if
 * there is no counterexample.
 */
#pragma once

#include "hddl/check/check_state.h"

enum { CHECK_MOST_OPEN = 1000 /* open variables at the same time: the depth of the recursion */ };

/* Makes a schema the current one. All its variables are unbound. */
void check_bind_schema(check_state *c, const hddl_schema *schema);

/* Whether a condition holds. All its variables are bound, except those of its quantifiers. NULL holds. */
bool check_holds(check_state *c, const hddl_formula *formula);

/* Whether the unbound parameters of the schema have values of their types for which all of `formulas` hold. */
bool check_can_hold(check_state *c, const hddl_formula *const *formulas, size_t count);

/* Calls `each` for all values of the variables [first, first + count) for which `when` holds (NULL: for all values). */
typedef void check_visit(check_state *c, void *user);
void check_each_solution(check_state *c, uint32_t first, uint32_t count, const hddl_formula *when, check_visit *each,
                         void *user);

/* The first part of a bound condition that does not hold, or NULL: it holds. */
const hddl_formula *check_first_false(check_state *c, const hddl_formula *formula);
