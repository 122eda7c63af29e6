/* Comparing a footprint with the world as it is: while all that a search has read is the same, it need not be made again. */
#ifndef HTNI_FOOTPRINT_CHECK_H
#define HTNI_FOOTPRINT_CHECK_H

#include <htn/native.h>

/* Called in front of htn_plan_begin(): the search marks in a footprint that is empty, and not the running plan's. */
void htni_footprint_begin(htn_planner *planner);

/*
 * Whether all that footprint `which` has read is in `world` as it is in the working copy, apart from what the last search did
 * to that: the world in which it began, or that of the last time that this was true. The copy is then brought up to date.
 */
bool htni_footprint_stands(htn_planner *planner, htn_world *world, uint32_t which);

/* A cell, address | width << 30, as it is in `world` is no difference. */
void htni_footprint_accept(const htni_machine *machine, const htn_world *world, uint32_t cell);

#endif
