/*
 * A planner by itself, told to replan again and again: where the last time came to nothing better than the running plan, what that
 * read of the world is known (footprint.h), and while none of it has another value nothing is searched, nor the plan
 * gone through. Agents have their own reasons and their own footprints (layer.c).
 */
#include "replan_cache.h"
#include "../search/footprint.h"
#include "footprint_check.h"

static bool is_same_request(const htn_planner *planner, const htn_request *request)
{
    const htn_request *last = &planner->stood_for;
    return request->root == last->root && request->steps_done == last->steps_done && request->seed == last->seed &&
           request->horizon == last->horizon; /* and it takes no work */
}

bool htni_still_stands(htn_planner *planner, htn_world *world, const htn_request *request)
{
    return planner->stood && is_same_request(planner, request) && htni_footprint_stands(planner, world, HTNI_STOOD);
}

void htni_note_reads(htn_planner *planner, const htn_request *request)
{
    const bool plain = planner->has_running && planner->running.spans == 0 && planner->restore_count == 0;
    planner->stood = 0;
    if (htni_has_footprints(planner) || request->go_on || request->done != NULL || !plain)
        return;
    planner->noting = 1;
    htni_clear_marks(planner, HTNI_STOOD);
}

void htni_note_outcome(htn_planner *planner, const htn_request *request, htn_status status)
{
    if (!planner->noting)
        return;
    planner->noting = 0;
    planner->stood = status == HTN_STANDS && !htni_footprint_of(planner, HTNI_STOOD)->asked;
    planner->stood_for = *request;
}
