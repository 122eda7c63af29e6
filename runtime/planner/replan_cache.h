/* The replan cache of a stand-alone planner. */
#ifndef HTNI_REPLAN_CACHE_H
#define HTNI_REPLAN_CACHE_H

#include <htn/planner.h>

/*
 * Replans by htn_plan_find(). Whether nothing has changed of what the last one has read, which came to STANDS; what the
 * next one reads is noted from here on, if it can be; what it came to.
 */
bool htni_still_stands(htn_planner *planner, htn_world *world, const htn_request *request);
void htni_note_reads(htn_planner *planner, const htn_request *request);
void htni_note_outcome(htn_planner *planner, const htn_request *request, htn_status status);

#endif
