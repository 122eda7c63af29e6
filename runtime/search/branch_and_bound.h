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

/* What a plan that costs less than the bound comes to. */
typedef enum htni_kept_best {
    HTNI_BEST_NO_ROOM,     /* there is no room for its spans */
    HTNI_BEST_PASSED_OVER, /* it has been an answer already (htn_plan_next()) */
    HTNI_BEST_SO_FAR,      /* another plan may cost less */
    HTNI_BEST_CHEAPEST     /* none costs less */
} htni_kept_best;

/* Keeps the plan found as the best one so far, and lowers the bound to its cost; unless it is passed over. */
htni_kept_best htni_keep_best(htn_planner *planner);

/*
 * Begins a search for a plan that costs less than `bound` (HTN_NONE: any cost). Every plan costs at least
 * `least`. The machine is ready to run.
 */
void htni_begin_cheapest(htn_planner *planner, int32_t least, uint32_t bound);
