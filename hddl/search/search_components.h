/* The strongly connected components of the graph of tasks: which tasks can contain each other. */
#ifndef HTN_SOLVE_SEARCH_COMPONENTS_H
#define HTN_SOLVE_SEARCH_COMPONENTS_H

#include "hddl/ground/ground.h"
#include "hddl/search/search_table.h"

/*
 * Fills in the component of each task, numbered so that a task's is never below those of its subtasks; `*count` is how many
 * there are. False: no memory.
 */
bool search_components(const ground_problem *problem, hddl_budget *budget, uint32_t *component, uint32_t *count);

#endif
