/*
 * What compound tasks cost in the delete relaxation (search_relaxed.h), given what the facts and actions that are
 * reached cost. A task costs what its cheapest method costs, and a method costs the sum of its subtasks. A component
 * of tasks that contain each other is computed by Knuth's generalization of Dijkstra's algorithm ("A Generalization
 * of Dijkstra's Algorithm", 1977), after the components that it contains. Costs are computed only when they are asked
 * for.
 */
#pragma once

#include "hddl/search/search_relaxed.h"

/* Whether a compound task can be done by what is reached. Its proposition then has its cost and its best method. */
bool search_task_is_reached(search_relaxed *relaxed, uint32_t task);

/* What it costs to use a method; HDDL_NONE: it cannot be used. */
uint32_t search_method_cost(search_relaxed *relaxed, uint32_t method);
