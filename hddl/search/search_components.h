/* Which compound tasks of the ground problem can contain each other. */
#pragma once

#include "hddl/ground/ground.h"

/*
 * The component of each task (common/components.h), in an array that the caller releases; `*count`: how many
 * there are. Only the methods in `task_methods`, a list for each task, count.
 */
uint32_t *search_components(hddl_pool *pool, const ground_problem *problem, const ground_lists *task_methods,
                            uint32_t *count);
