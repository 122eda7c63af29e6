/*
 * Depth-first search over the ground problem, with an explicit stack: a state in place that a trail undoes, and
 * pending tasks that know what they need (search_list_needs.h). A method is tried only if its conditions hold, with all
 * that its subtasks surely need, and if it can still bring about what later tasks lack. A single one is no choice.
 *
 * The search restarts with more nodes each time (luby.h). Runs take turns:
 *
 *   - strong: no task is decomposed twice in one state with the same one, two, four, ... first pending tasks, whatever
 *     is pending behind them. Incomplete, but the search space is small.
 *   - exact: no list of tasks is begun twice in one state. This proves that there is no plan, if nothing else was
 *     pruned.
 */
#pragma once

#include "hddl/common/engine.h"
#include "hddl/ground/ground.h"

/* NULL: no memory. `problem` and `budget` must outlive it. */
hddl_engine *search_depth_first_new(const ground_problem *problem, hddl_budget *budget);
