/* Replan cache of a stand-alone planner: htn_plan_find() asked to replan again and again. */
#pragma once

#include "../search/planner_block.h"
#include "footprint_check.h"

static inline bool htni_is_last_replan(const htni_replan_cache *last, const htn_request *request)
{
    return request->root == last->root && request->steps_done == last->steps_done && request->seed == last->seed &&
           request->horizon == last->horizon; /* `work` does not matter: nothing is searched; the tasks are the same */
}

/*
 * Whether the last replan had the same request, kept the running plan, and has read nothing that has changed since.
 */
static inline bool htni_replan_cache_hit(htn_planner *planner, htn_world *world, const htn_request *request)
{
    return planner->search.replan_known && htni_is_last_replan(&planner->replan_cache, request) &&
           htni_footprint_is_current(planner, world, HTNI_REPLAN_FOOTPRINT);
}

/* These are called around a replan that is not a hit. */
void htni_replan_cache_begin(htn_planner *planner, const htn_request *request);
void htni_replan_cache_end(htn_planner *planner, const htn_request *request, htn_status status);
