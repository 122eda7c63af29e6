/*
 * The plan found as a view: steps, arguments and record lie in the machine's own regions, until the next
 * search.
 */
#include "found_plan.h"
#include "plan_sums.h"

void htn_trace_plan(const htn_planner *planner, htn_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->steps = htni_steps(&planner->machine);
    plan->step_count = planner->machine.now.steps;
    plan->values = (const int32_t *)(const void *)htni_frames(&planner->machine);
    plan->record = htni_record(&planner->machine);
    plan->record_count = planner->machine.now.record;
    plan->cost = planner->machine.domain->flags & HTN_BLOB_COSTS ? htni_sum(&planner->machine, HTNI_SUM_COST)
                                                                 : (int32_t)planner->machine.now.steps;
    plan->duration = htni_sum(&planner->machine, HTNI_SUM_DURATION);
    plan->reached = planner->search.reached;
    plan->partial = planner->search.partial;
    plan->continues = planner->search.origin != HTNI_FROM_ROOT;
}

void htni_found_plan(const htn_planner *planner, htn_plan *plan)
{
    htn_trace_plan(planner, plan);
    plan->spans = htni_region(&planner->machine, planner->search.spans_at);
    plan->span_count = planner->search.span_count;
}
