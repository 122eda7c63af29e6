/*
 * Residual formulas (normal.h) over given objects, in disjunctive normal form: each disjunct is a set of
 * facts that have to hold and one of facts that must not hold. Facts that cannot change are decided.
 */
#pragma once

#include "hddl/ground/ground_instances.h"

enum { GROUND_MOST_DISJUNCTS = 256 };

/* {0} before it is opened; it may be opened several times. No disjunct: false. */
typedef struct ground_disjuncts {
    ground_growing_literals literals;
    uint32_t count;
} ground_disjuncts;

/* One disjunct without facts: true. */
void ground_disjuncts_open(ground_instances *instances, ground_disjuncts *disjuncts);

/* Adds a fact that has to hold (not to hold) to the only disjunct that there is. */
void ground_disjuncts_need(ground_instances *instances, ground_disjuncts *disjuncts, uint32_t fact, bool positive);

/*
 * The conjunction of the disjuncts and a simplified formula of the schema. `values` has the values of the
 * formula's free variables, and room for those of its quantifiers. Stops with HDDL_GAVE_UP at more than
 * GROUND_MOST_DISJUNCTS.
 */
void ground_disjuncts_and(ground_instances *instances, ground_disjuncts *disjuncts, const normal_schema *schema,
                          const hddl_formula *formula, uint32_t *values);
