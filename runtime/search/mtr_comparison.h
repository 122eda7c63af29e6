/*
 * Replanning compares method traversal records: the search follows the running plan's record and ends as soon as all that
 * is left has a lower priority.
 */
#ifndef HTNI_MTR_COMPARISON_H
#define HTNI_MTR_COMPARISON_H

#include "planner_block.h"

/* The method that the record followed has at `entry`; the path's end counts as the first one. */
static inline uint32_t htni_running_method(const htn_planner *planner, uint32_t entry)
{
    const htni_kept_plan *followed = htni_followed(planner);
    if (entry >= followed->records)
        return 0;
    return ((const uint16_t *)(const void *)htni_region(&planner->machine, followed->record_at))[entry];
}

#endif
