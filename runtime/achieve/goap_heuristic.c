/*
 * The heuristic of goal-oriented action planning: each item of the goal that does not hold says how much it
 * costs at least to make it hold (UNMET). The sum, rounded down, never overestimates; so A* finds the cheapest
 * steps.
 */
#include "goap_heuristic.h"
#include "achieve_nodes.h"

enum { UNITS = 840 }; /* of a cost of 1: a number that 1 to 8 divide (UNMET) */

void htni_begin_tests(htni_achieve_search *achieve)
{
    achieve->unmet = achieve->unmet_items = achieve->impossible = achieve->impossible_items = 0;
    achieve->missing = 0;
}

void htni_measure(htni_achieve_search *achieve)
{
    const uint64_t least = achieve->missing / UNITS;
    htni_node *node = htni_node_at(achieve, achieve->measured);
    node->goal = !achieve->unmet;
    node->estimate = achieve->impossible ? HTN_NONE : least < HTN_NONE ? (uint32_t)least : HTN_NONE - 1;
    /* if the goal is impossible from the start, its other items say nothing */
    achieve->met |= ~(achieve->impossible && achieve->measured == 0 ? achieve->impossible_items : achieve->unmet_items);
    if (!achieve->impossible)
        htni_open_add(achieve, achieve->measured);
    achieve->measured = HTN_NONE;
}
