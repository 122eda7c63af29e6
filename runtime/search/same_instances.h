/* Whether an instance is still the one that a plan was made for, and not a later one in the same slot. */
#ifndef HTNI_SAME_INSTANCES_H
#define HTNI_SAME_INSTANCES_H

#include <htn/planner.h>

/* Whether an instance is there, and, while a plan runs, is the one that was in its slot when that plan was made. */
bool htni_is_same(const htn_planner *planner, uint32_t type, int32_t instance);

/* Whether the instances that a step was given are still those that the running plan was made for. */
bool htni_same_instances(const htn_planner *planner, uint32_t task, const int32_t *arguments);

#endif
