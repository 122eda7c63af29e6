/*
 * The plan that was found, and the running plan: adopting and dropping it. Neighbours: planner_layout.c,
 * time_sliced_search.c, validate.c.
 */
#include "../search/continuation.h"
#include "../search/found_plan.h"
#include "../search/kept_plan.h"

htn_status htn_planner_answer(htn_planner *planner, htn_answerer *answerer, void *user)
{
    if (planner == NULL)
        return HTN_BAD_ARGUMENT;
    planner->host.answerer = answerer;
    planner->host.answerer_user = user;
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
    if (planner == NULL || (planner->search.phase != HTNI_FOUND && !planner->search.has_best))
        return;
    if (planner->search.has_best) {
        htni_view_kept_plan(&planner->machine, &planner->best, plan);
        plan->reached = planner->search.reached;
        plan->proven = planner->search.phase == HTNI_FOUND && plan->reached == 0;
        return;
    }
    htni_found_plan(planner, plan);
    plan->proven = plan->reached == 0;
}

/*
 * The plan found continues the running plan: shifts the running plan's parts. The running plan becomes the
 * first part, unless there is one already, and its continuation becomes the start of the plan found. Then that
 * plan counts as found from there, so adopting it again changes nothing. What remained behind the first part is
 * kept for its Eaches.
 */
static void shift_to_first_part(htn_planner *planner)
{
    const htni_kept_plan first_part = planner->running.first_part;
    const htni_continuation start = planner->running.start;
    planner->running.start = planner->running.continuation;
    planner->running.continuation = start;
    if (planner->running.continues == HTNI_CONTINUES_NOTHING) {
        planner->running.first_part = planner->running.plan;
        planner->running.plan = first_part;
        planner->running.continues = HTNI_CONTINUES;
    } else if (planner->running.continues == HTNI_CONTINUES && (planner->machine.domain->flags & HTN_BLOB_EACH) != 0) {
        htni_keep_first_end(planner, &start);
        planner->running.continues = HTNI_PARTS_BETWEEN;
    }
    planner->search.origin = HTNI_FROM_START;
}

htn_status htn_planner_adopt(htn_planner *planner)
{
    htn_plan plan;
    if (planner == NULL)
        return HTN_BAD_ARGUMENT;
    if (planner->search.phase != HTNI_FOUND && !planner->search.has_best)
        return HTN_NOT_BEGUN;
    htn_planner_plan(planner, &plan);
    if (planner->search.origin == HTNI_FROM_CONTINUATION)
        shift_to_first_part(planner);
    if (planner->search.origin == HTNI_FROM_ROOT)
        planner->running.continues = HTNI_CONTINUES_NOTHING;
    if (plan.partial != HTN_PARTIAL_NOT)
        htni_keep_continuation(planner);
    htni_keep_plan(&planner->machine, &plan, &planner->running.plan);
    if (planner->search.has_best)
        htni_copy_choices(&planner->machine, &planner->best, &planner->running.plan);
    else
        htni_keep_choices(&planner->machine, &planner->running.plan);
    memcpy(htni_region(&planner->machine, planner->running.plan.generations_at),
           htni_region(&planner->machine, planner->copy.generations_at),
           (size_t)planner->machine.domain->instances * 2);
    planner->running.exists = 1;
    planner->running.given = planner->search.given;
    planner->search.replan_known = 0;
    planner->footprints.kept = planner->footprints.last;
    return HTN_OK;
}

void htn_planner_drop(htn_planner *planner)
{
    if (planner == NULL)
        return;
    planner->running.exists = 0;
    planner->search.replan_known = 0;
    planner->running.continues = HTNI_CONTINUES_NOTHING;
    planner->search.continuation_is_next = 0;
    if (planner->search.origin != HTNI_FROM_ROOT)
        planner->search.phase = HTNI_IDLE;
}

bool htn_planner_running(const htn_planner *planner, htn_plan *plan)
{
    if (planner == NULL || !planner->running.exists)
        return false;
    if (plan == NULL)
        return true;
    htni_view_kept_plan(&planner->machine, &planner->running.plan, plan);
    plan->continues = planner->running.continues != HTNI_CONTINUES_NOTHING;
    return true;
}
