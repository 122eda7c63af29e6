/*
 * Comparing a footprint with the world. While all that a search has read is the same, it need not be made
 * again.
 */
#pragma once

#include <htn/native.h>

/* Begins a footprint, in front of htn_plan_begin(): an empty one, and not the running plan's. */
void htni_footprint_begin(htn_planner *planner);

/*
 * Whether everything in footprint `which` is the same in `world` and in the working world, with the last
 * search undone. If so, the working world is brought up to date.
 */
bool htni_footprint_is_current(htn_planner *planner, htn_world *world, uint32_t which);

/* Whether this bit of a footprint is of a byte or a generation that is other in the world than in the working world. */
bool htni_is_other(const htn_planner *planner, const htn_world *world, uint32_t bit);

/* Makes a cell (cell_address.h) count as unchanged: copies it to the working world. */
void htni_footprint_accept(htn_planner *planner, const htn_world *world, uint32_t cell);
