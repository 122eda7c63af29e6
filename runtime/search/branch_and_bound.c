/*
 * Root ... Select [cheapest]: depth-first branch and bound. A plan that costs less than all before it is kept, and the
 * machine goes on as if it had failed; so a search always has its best plan so far. A branch fails as soon as what any
 * plan on it costs at least (its steps' costs, and the least costs of what remains, which the compiler knows) is no less
 * than the best plan's cost. That sum is kept by differences: of a method's subtasks to what was known of its task
 * (LEAST), of a step's cost to its least (COST); so it only ever rises along a branch.
 */
#include "branch_and_bound.h"
#include "../blob/blob_reader.h"
#include "found_plan.h"
#include "kept_plan.h"
#include "spans.h"

bool htni_keep_best(htn_planner *planner)
{
    htn_plan plan;
    if (!htni_collect_spans(planner))
        return false;
    htni_found_plan(planner, &plan);
    htni_keep_plan(&planner->machine, &plan, &planner->best);
    htni_keep_choices(&planner->machine, &planner->best);
    planner->search.has_best = 1;
    planner->search.bound = (uint32_t)plan.cost;
    return true;
}

void htni_begin_cheapest(htn_planner *planner, uint32_t task, uint32_t bound)
{
    const int32_t least = htni_signed(HTNI_FIELD(planner->machine.domain, TASKS, task, LEAST));
    planner->search.cheapest = 1;
    planner->search.bound = bound;
    planner->machine.horizon = 0;       /* only whole plans can be compared */
    planner->machine.now.following = 0; /* what costs less replaces the running plan, wherever in the tree it is */
    htni_store(htni_working_world(&planner->machine), planner->machine.domain->world_bytes + HTNI_SUM_LOWER_BOUND,
               HTN_STORAGE_S32, least > 0 ? least : 0);
    if (htni_exceeds_bound(planner))
        planner->machine.now.pc = HTN_SLOT_FAIL;
}
