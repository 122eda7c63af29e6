/*
 * The heuristic of goal-oriented action planning (GOAP): a lower bound of the cost from a state to the goal. Each item of the goal
 * that does not hold says how much it costs at least to make it hold (UNMET). The sum, rounded down, never overestimates; so A*
 * finds the cheapest steps.
 */
#pragma once

#include "achieve_nodes.h"

enum { HTNI_COST_UNITS = 840 }; /* of a cost of 1: a number that 1 to 8 divide, since so many items may share a step */

/* Before the tests of the goal run. */
static inline void htni_begin_tests(htni_achieve_search *achieve)
{
    achieve->unmet = achieve->unmet_items = achieve->impossible = achieve->impossible_items = 0;
    achieve->missing = 0;
}

/*
 * An item of the goal does not hold. `lack`: what it costs at least to make it hold, in units; HTN_NONE: it can never hold. See the
 * instruction UNMET.
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
 * After the tests have run on node achieve->measured: stores its estimate, and adds it to the open list unless the goal is impossible.
 * If that is so from the start, the other items say nothing.
 */
static inline void htni_measure(htni_achieve_search *achieve)
{
    htni_node *node = htni_node_at(achieve, achieve->measured);
    node->goal = !achieve->unmet;
    if (achieve->impossible) {
        node->estimate = HTN_NONE;
        achieve->met |= ~(achieve->measured == 0 ? achieve->impossible_items : achieve->unmet_items);
    } else {
        const uint64_t least = achieve->missing / HTNI_COST_UNITS;
        node->estimate = least < HTN_NONE ? (uint32_t)least : HTN_NONE - 1;
        achieve->met |= ~achieve->unmet_items;
        htni_open_add(achieve, achieve->measured);
    }
    achieve->measured = HTN_NONE;
}
