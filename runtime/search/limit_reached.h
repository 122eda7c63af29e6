/* Limits that make a branch fail, not the whole search. The plan found says which were reached. */
#pragma once

#include "planner_block.h"

/* Notes that a branch reached the limit `what` (HTN_REACHED_*), and fails. */
static inline void htni_limit_reached(htni_search_state *search, uint32_t what)
{
    if (search->reached == 0)
        search->first_reached = what;
    search->reached |= what;
}
