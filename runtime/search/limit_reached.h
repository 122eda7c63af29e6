/* A limit that makes a branch fail, not the whole search: the plan found says which were reached. */
#ifndef HTNI_LIMIT_REACHED_H
#define HTNI_LIMIT_REACHED_H

#include "planner_block.h"

/* A limit failed a branch. */
static inline void htni_cut(htn_planner *planner, uint32_t what)
{
    if (planner->cut == 0)
        planner->first_cut = what;
    planner->cut |= what;
}

#endif
