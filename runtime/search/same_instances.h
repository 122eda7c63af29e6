/*
 * Whether an instance is still the one for which a plan was made. A slot can be given to another instance in
 * the meantime; generations tell.
 */
#pragma once

#include <htn/planner.h>

/*
 * Whether an instance is present, and, while a running plan is followed or checked, is the one that was in its
 * slot when that plan was made.
 */
bool htni_is_same(const htn_planner *planner, uint32_t type, int32_t instance);

/* Whether the same holds for all instances among a step's arguments. Marks them in the footprint. */
bool htni_same_instances(const htn_planner *planner, uint32_t task, const int32_t *arguments);
