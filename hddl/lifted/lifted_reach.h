/*
 * Which goals (lifted_goals.h) a task can bring about, and with which arguments: for each task, goal and parameter
 * nothing, one object, or any object. It is the least that all ways through its methods leave open, a fixpoint from
 * below. So a pending task with other arguments does not count for a goal.
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

/*
 * Whether the effect can add the fact. `values` then has what the variables of its schema must be, HDDL_NONE for those
 * that may be anything.
 */
bool lifted_can_add(const lifted_search *search, const lifted_schema *schema, const lifted_effect *effect,
                    const lifted_goal *goal, uint32_t *values);

/* Fills in `reach` of all subtasks. False: the problem is too large for it. */
bool lifted_reach_make(lifted_search *search);

/* Adds to a set what a frame's subtasks from `position` on can bring about, with the arguments that they have by now. */
void lifted_reach_add(const lifted_search *search, uint32_t frame, uint32_t position, uint64_t *set);
