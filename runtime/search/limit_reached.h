/* A limit that makes a branch fail, not the whole search: the plan found says which were reached. */
#ifndef HTNI_LIMIT_REACHED_H
#define HTNI_LIMIT_REACHED_H

#include "planner_block.h"

/* A limit failed a branch. */
static inline void htni_cut(htn_planner *planner, uint32_t what)
{
    if (planner->search.reached == 0)
        planner->search.first_reached = what;
    planner->search.reached |= what;
}

#endif
