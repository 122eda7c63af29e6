/*
 * Root ... Select [cheapest]: depth-first branch and bound. A plan that costs less than all before it is kept,
 * and the search backtracks; so it always has its best plan so far. A branch fails as soon as its lower bound
 * is not below the best plan's cost.
 *
 * The lower bound: the cost of the steps so far, plus for each task that remains its least cost, which the
 * compiler knows. It is updated by differences: LOWER_BOUND adds by how much the subtasks of a method exceed the
 * bound of their task, COST by how much a step exceeds the bound of its task. So along a branch it only rises.
 */
#include "branch_and_bound.h"
#include "../blob/blob_reader.h"
#include "found_plan.h"
#include "kept_plan.h"
#include "spans.h"

/*
 * Answers come by cost, and plans of one cost in the order in which a search finds them, always the same one. So the plans that
 * have been answers are all that cost less than the last one, and the first so many of its cost.
 */
static bool was_answer(htn_planner *planner, int32_t cost)
{
    const htni_answers *answers = &planner->answers;
    return cost < answers->cost || (cost == answers->cost && planner->search.passed++ < answers->count);
}

htni_kept_best htni_keep_best(htn_planner *planner)
{
    htn_plan plan;
    if (!htni_collect_spans(planner))
        return HTNI_BEST_NO_ROOM;
    htni_found_plan(planner, &plan);
    if (planner->search.keep != 0 && was_answer(planner, plan.cost))
        return HTNI_BEST_PASSED_OVER;
    htni_keep_plan(&planner->machine, &plan, &planner->best);
    htni_keep_choices(&planner->machine, &planner->best);
    planner->search.has_best = 1;
    planner->search.bound = (uint32_t)plan.cost;
    const int32_t least = planner->search.keep != 0 ? planner->answers.cost : 0;
    return plan.cost > least ? HTNI_BEST_SO_FAR : HTNI_BEST_CHEAPEST;
}

void htni_begin_cheapest(htn_planner *planner, int32_t least, uint32_t bound)
{
    planner->search.cheapest = 1;
    planner->search.bound = bound;
    planner->machine.horizon = 0;       /* only whole plans can be compared */
    planner->machine.now.following = 0; /* a cheaper plan replaces the running plan, whatever its methods are */
    htni_store(htni_working_world(&planner->machine), planner->machine.domain->world_bytes + HTNI_SUM_LOWER_BOUND,
               HTN_STORAGE_S32, least > 0 ? least : 0);
    if (htni_exceeds_bound(planner))
        planner->machine.now.pc = HTN_SLOT_FAIL;
}
