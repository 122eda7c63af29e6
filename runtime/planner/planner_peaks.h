/*
 * The most that searches have used of a planner's regions. Measuring costs a search nothing: the regions are painted with a byte
 * when the planner is made, and what is not that byte any more has been used.
 */
#pragma once

#include <htn/planner.h>

/* Paints the regions of a planner that was just made. */
void htni_paint_planner(htn_planner *planner);

/*
 * How much of each region was used since then, in units of htn_limits: with these limits the same searches would have had room.
 * `work` is 0.
 */
void htni_planner_peaks(const htn_planner *planner, htn_limits *peaks);
