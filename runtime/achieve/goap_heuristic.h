/* The heuristic of an Achieve: how much is missing to its goal at least. */
#ifndef HTNI_GOAP_HEURISTIC_H
#define HTNI_GOAP_HEURISTIC_H

#include "../search/planner_block.h"

/* The tests of the goal begin. */
void htni_begin_tests(htni_achieve_search *achieving);

/* An item of the goal does not hold; see UNMET. */
static inline void htni_unmet(htni_achieve_search *achieving, uint32_t item, uint32_t lack)
{
    const uint32_t bit = item < 32 ? UINT32_C(1) << item : 0;
    achieving->unmet = 1;
    achieving->unmet_items |= bit;
    achieving->hopeless |= lack == HTN_NONE;
    achieving->hopeless_items |= lack == HTN_NONE ? bit : 0;
    achieving->lack += lack;
}

/* The tests of the goal have been run on a new node. */
void htni_measure(htn_planner *planner);

#endif
