/* Root ... Select [cheapest]: the lower bound of a branch, and the best plan so far. */
#pragma once

#include "plan_sums.h"

/* Whether no plan on this branch can cost less than the bound. */
static inline bool htni_exceeds_bound(const htn_planner *planner)
{
    return (uint32_t)htni_sum(&planner->machine, HTNI_SUM_LOWER_BOUND) >= planner->search.bound;
}

/*
 * Whether a whole plan costs no less than the bound. The cost saturates, so the lower bound may not show this.
 */
static inline bool htni_plan_exceeds_bound(const htn_planner *planner)
{
    return (uint32_t)htni_sum(&planner->machine, HTNI_SUM_COST) >= planner->search.bound;
}

/*
 * Keeps the plan found as the best one so far, and lowers the bound to its cost. False: there is no room for
 * its spans.
 */
bool htni_keep_best(htn_planner *planner);

/*
 * Begins a search for a plan that costs less than `bound` (HTN_NONE: any cost). Every plan costs at least
 * `least`. The machine is ready to run.
 */
void htni_begin_cheapest(htn_planner *planner, int32_t least, uint32_t bound);
