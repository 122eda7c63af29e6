/*
 * What a planner found and what it keeps: the plan, adopting it as the running plan, dropping it. Neighbours: block_layout.c,
 * time_sliced_search.c, validate.c.
 */
#include "../search/continuation.h"
#include "../search/found_plan.h"
#include "../search/kept_plan.h"
#include <string.h>

htn_status htn_planner_answer(htn_planner *planner, htn_answerer *answerer, void *user)
{
    if (planner == NULL)
        return HTN_BAD_ARGUMENT;
    planner->answerer = answerer;
    planner->answerer_user = user;
    return HTN_OK;
}

void htn_planner_limits(const htn_planner *planner, htn_limits *limits)
{
    if (limits == NULL)
        return;
    memset(limits, 0, sizeof *limits);
    if (planner != NULL)
        *limits = planner->machine.limits;
}

void htn_planner_plan(const htn_planner *planner, htn_plan *plan)
{
    if (plan == NULL)
        return;
    memset(plan, 0, sizeof *plan);
    if (planner == NULL || (planner->state != HTNI_FOUND && !planner->has_best))
        return;
    if (planner->has_best) {
        htni_kept_plan(planner, &planner->best, plan);
        plan->reached = planner->cut;
        plan->proven = planner->state == HTNI_FOUND && plan->reached == 0;
        return;
    }
    htni_found_plan(planner, plan);
    plan->proven = plan->reached == 0;
}

/*
 * What the plan that was running is from now on: the first part, unless it has one itself, and what remained of it the
 * start of the plan found. Then that one is as one that was found from there: adopting it again changes nothing.
 */
static void shift_parts(htn_planner *planner)
{
    const htni_part part = planner->first_part;
    const htni_rest rest = planner->start;
    planner->start = planner->rest;
    planner->rest = rest;
    if (!planner->continues) {
        planner->first_part = planner->running;
        planner->running = part;
    }
    planner->continues = 1;
    planner->origin = HTNI_FROM_START;
}

htn_status htn_planner_adopt(htn_planner *planner)
{
    htn_plan plan;
    if (planner == NULL)
        return HTN_BAD_ARGUMENT;
    if (planner->state != HTNI_FOUND && !planner->has_best)
        return HTN_NOT_BEGUN;
    htn_planner_plan(planner, &plan);
    if (planner->origin == HTNI_FROM_REST)
        shift_parts(planner);
    planner->continues = planner->origin != HTNI_FROM_ROOT;
    if (plan.partial != HTN_PARTIAL_NOT)
        htni_keep_rest(planner);
    htni_keep_plan(planner, &plan, &planner->running);
    if (planner->has_best)
        htni_copy_choices(planner, &planner->best, &planner->running);
    else
        htni_keep_choices(planner, &planner->running);
    memcpy(htni_region(planner, planner->running.generations_at), htni_region(planner, planner->generations_at),
           (size_t)planner->machine.domain->instances * 2);
    planner->has_running = 1;
    planner->stood = 0;
    planner->kept = planner->last;
    return HTN_OK;
}

void htn_planner_drop(htn_planner *planner)
{
    if (planner == NULL)
        return;
    planner->has_running = 0;
    planner->stood = 0;
    planner->continues = 0;
    planner->walks_on = 0;
    if (planner->origin != HTNI_FROM_ROOT)
        planner->state = HTNI_IDLE;
}

bool htn_planner_running(const htn_planner *planner, htn_plan *plan)
{
    if (planner == NULL || !planner->has_running)
        return false;
    if (plan == NULL)
        return true;
    htni_kept_plan(planner, &planner->running, plan);
    plan->continues = planner->continues;
    return true;
}
