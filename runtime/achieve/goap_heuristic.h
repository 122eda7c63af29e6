/* The heuristic of an Achieve: how much is missing to its goal at least. */
#ifndef HTNI_GOAP_HEURISTIC_H
#define HTNI_GOAP_HEURISTIC_H

#include "../search/planner_block.h"

/* The tests of the goal begin. */
void htni_begin_tests(htni_achieve_search *achieve);

/* An item of the goal does not hold; see UNMET. */
static inline void htni_unmet(htni_achieve_search *achieve, uint32_t item, uint32_t lack)
{
    const uint32_t bit = item < 32 ? UINT32_C(1) << item : 0;
    achieve->unmet = 1;
    achieve->unmet_items |= bit;
    achieve->impossible |= lack == HTN_NONE;
    achieve->impossible_items |= lack == HTN_NONE ? bit : 0;
    achieve->missing += lack;
}

/* The tests of the goal have been run on a new node. */
void htni_measure(htni_achieve_search *achieve);

#endif
