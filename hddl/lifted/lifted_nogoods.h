/*
 * Nogoods: tasks that can be done in no state, with the arguments that they have; for example, a journey to a place
 * that no road leads to. When all alternatives of a task have failed for nothing but facts that never change, the task
 * is noted (Dechter, "Enhancement Schemes for Constraint Processing: Backjumping, Learning, and Cutset Decomposition",
 * 1990). It fails wherever else it is pending, whatever was decided since it became pending. So the search goes back to
 * the decision that it is a subtask of (Bruynooghe and Pereira, "Deduction Revision by Intelligent Backtracking", 1984).
 *
 * A choice point's `by_state` says that alternatives have failed for other reasons, too: a condition of the state, a
 * loop, what is pending. Each decision sets it, and takes it back only if the decision led to a nogood among its own
 * subtasks.
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

/* The subtask has failed, in all states: goes back to the decision that it is a subtask of, and on up from there. */
void lifted_learn_nogood(lifted_search *search, uint32_t frame, uint32_t position);

/* Whether the subtask is a nogood. Then lifted_learn_nogood() has been called. */
bool lifted_is_nogood(lifted_search *search, uint32_t frame, uint32_t position);
