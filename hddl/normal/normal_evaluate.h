/* Evaluates residual formulas (normal.h) for given objects. */
#pragma once

#include "hddl/normal/normal.h"

/* Whether a fact holds; the object of term i is normal_value(terms[i], values). */
typedef bool normal_fact_holds(void *user, uint32_t predicate, const normal_term *terms, const uint32_t *values);

/*
 * Whether a residual formula of the schema's condition, or of the condition of one of its effects, holds.
 * `values` has the object of each of its free variables, and room for slot_count: the values of quantified
 * variables are overwritten.
 */
bool normal_formula_holds(const hddl_problem *problem, const normal_schema *schema, const hddl_formula *formula,
                          uint32_t *values, normal_fact_holds *holds, void *user);
