/*
 * Replan cache of a stand-alone planner. When a replan keeps the running plan, the planner keeps the footprint
 * of that replan. While no cell of it changes, the same request is answered HTN_STANDS, without validation and
 * search. Agents have footprints of their own (agent/layer_search.c).
 */
#include "replan_cache.h"
#include "../search/footprint.h"
#include "../world/during_list.h"

void htni_replan_cache_begin(htn_planner *planner, const htn_request *request)
{
    const bool plain =
        planner->running.exists && planner->running.plan.spans == 0 && htni_has_no_durings(planner->check.durings);
    planner->search.replan_known = 0;
    if (htni_has_footprints(planner) || request->go_on || request->done != NULL || !plain)
        return;
    planner->replan_cache.recording = 1;
    htni_clear_marks(planner, HTNI_REPLAN_FOOTPRINT);
}

void htni_replan_cache_end(htn_planner *planner, const htn_request *request, htn_status status)
{
    if (!planner->replan_cache.recording)
        return;
    planner->replan_cache.recording = 0;
    planner->search.replan_known = status == HTN_STANDS && !htni_footprint_of(planner, HTNI_REPLAN_FOOTPRINT)->asked;
    planner->replan_cache.root = request->root;
    planner->replan_cache.steps_done = request->steps_done;
    planner->replan_cache.seed = request->seed;
    planner->replan_cache.horizon = request->horizon;
}
