/* Replan cache of a stand-alone planner: htn_plan_find() asked to replan again and again. */
#pragma once

#include <htn/planner.h>

/*
 * htni_replan_cache_hit(): whether the last replan had the same request, kept the running plan, and has read
 * nothing that has changed since. htni_replan_cache_begin() and _end() are called around a replan that is not
 * a hit.
 */
bool htni_replan_cache_hit(htn_planner *planner, htn_world *world, const htn_request *request);
void htni_replan_cache_begin(htn_planner *planner, const htn_request *request);
void htni_replan_cache_end(htn_planner *planner, const htn_request *request, htn_status status);
