/*
 * Which objects variables can have from the state at hand on, if only some actions are done: a relaxation of the problem
 * in which nothing becomes false, and in which a fact is as many facts of one argument. It takes no grounding, and knows
 * for example that nothing walks through a wall.
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

/* Room for all sets; those of static predicates are filled in. */
void lifted_values_init(lifted_values *values, lifted_search *search);

/* Finds the sets for the state at hand; `actions` has for each action whether it may be done. */
void lifted_values_find(lifted_values *values, const lifted_search *search, const bool *actions);

/* The objects that a variable of a condition can have, in a set that is valid until the next question. */
const uint64_t *lifted_values_of(const lifted_values *values, const normal_condition *condition, uint32_t variable);
