/* The heuristic of an Achieve: a lower bound of the cost from a state to the goal. */
#ifndef HTNI_GOAP_HEURISTIC_H
#define HTNI_GOAP_HEURISTIC_H

#include "../search/planner_block.h"

/* Before the tests of the goal run. */
void htni_begin_tests(htni_achieve_search *achieve);

/*
 * An item of the goal does not hold. `lack`: what it costs at least to make it hold, in 1 / 840; HTN_NONE: it
 * can never hold. See the instruction UNMET.
 */
static inline void htni_unmet(htni_achieve_search *achieve, uint32_t item, uint32_t lack)
{
    const uint32_t bit = item < 32 ? UINT32_C(1) << item : 0;
    achieve->unmet = 1;
    achieve->unmet_items |= bit;
    achieve->impossible |= lack == HTN_NONE;
    achieve->impossible_items |= lack == HTN_NONE ? bit : 0;
    achieve->missing += lack;
}

/*
 * After the tests have run on node achieve->measured: stores its estimate, and adds it to the open list unless
 * the goal is impossible.
 */
void htni_measure(htni_achieve_search *achieve);

#endif
