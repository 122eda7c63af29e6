/*
 * Executes a join: goes from step to step, and where one fails, back to the last step with alternatives that could have
 * changed that (conflict-directed backjumping within the join: Prosser, "Hybrid Algorithms for the Constraint
 * Satisfaction Problem", 1993). A join can be left after each solution, and continued by its iterators.
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

typedef enum lifted_solution { LIFTED_FAILED, LIFTED_FOUND, LIFTED_INTERRUPTED } lifted_solution;

/*
 * The next solution for the variables at `values`: the first one if `from` is 0, the one behind the last if it is
 * HDDL_NONE; after an interruption, `from` is what `*step` was.
 */
lifted_solution lifted_join_next(lifted_search *search, const lifted_join *join, uint32_t *values, uint32_t *iterators,
                                 uint32_t from, uint32_t *step);

/* Whether there may be further solutions. */
bool lifted_join_has_more(const lifted_search *search, const lifted_join *join, const uint32_t *iterators);

/* Makes room for iterators behind search->iterator_top. */
void lifted_reserve_iterators(lifted_search *search, uint32_t count);
