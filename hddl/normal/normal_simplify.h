/*
 * Formulas of a scope in negation normal form, with everything decided that static facts, types and equal
 * terms decide.
 */
#pragma once

#include "hddl/normal/normal_scope.h"

/*
 * The formula (NULL: true), or its negation where `positive` is false, in terms of the scope's variables. In
 * the result HDDL_NOT stands only before HDDL_ATOM, HDDL_EQUAL and HDDL_SORT; there is no HDDL_IMPLY;
 * HDDL_AND and HDDL_OR have no parts (true, false) or at least two.
 */
const hddl_formula *normal_simplify(normal_scope *scope, const hddl_formula *formula, bool positive);

/* The conjunction (HDDL_AND) or disjunction (HDDL_OR) of simplified formulas, itself simplified. */
const hddl_formula *normal_join(hddl_pool *pool, hddl_formula_kind kind, const hddl_formula *const *parts,
                                uint32_t count);
