/* Root ... Select [cheapest]: the lower bound of a branch, and the best plan so far. */
#ifndef HTNI_BRANCH_AND_BOUND_H
#define HTNI_BRANCH_AND_BOUND_H

#include "plan_sums.h"

/* Looking for the cheapest plan: whether any plan from here on is known to cost too much. */
static inline bool htni_exceeds_bound(const htn_planner *planner)
{
    return (uint32_t)htni_sum(&planner->machine, HTNI_SUM_LOWER_BOUND) >= planner->search.bound;
}

/* The same of a whole plan: sums that would be above 2147483647 are known here only. */
static inline bool htni_plan_exceeds_bound(const htn_planner *planner)
{
    return (uint32_t)htni_sum(&planner->machine, HTNI_SUM_COST) >= planner->search.bound;
}

/* The plan that the machine has come to is the best so far: keeps it. False: there is no room for its spans. */
bool htni_keep_best(htn_planner *planner);

/* Begins a search for a plan of `task` that costs less than `bound` (HTN_NONE: for any), the machine having been rewound. */
void htni_begin_cheapest(htn_planner *planner, uint32_t task, uint32_t bound);

#endif
