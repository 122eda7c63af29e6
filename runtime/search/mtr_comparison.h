/*
 * Comparing method traversal records (MTR), for replanning against a running plan (Humphreys, "Exploring HTN
 * Planners through Example"). The search follows the running plan's record, method by method. A lower method
 * index has priority. So where the search takes a method before the running plan's, it is free to find any
 * plan; where only methods behind it are left, no plan with priority exists, and the running plan is kept
 * (HTN_STANDS).
 */
#pragma once

#include "planner_block.h"

/* The index of the method that the running plan has at entry `entry` of its record. Behind its end: 0. */
static inline uint32_t htni_running_method(const htn_planner *planner, uint32_t entry)
{
    const htni_kept_plan *followed = htni_followed(planner);
    if (entry >= followed->records)
        return 0;
    return ((const uint16_t *)htni_region(&planner->machine, followed->record_at))[entry];
}

/*
 * Compares a method that can be taken at entry `entry` of the record with the running plan's method there. Below 0: it has
 * priority over it. 0: it is the same. Above 0: the running plan has priority.
 */
static inline int32_t htni_compare_mtr(const htn_planner *planner, uint32_t entry, uint32_t method)
{
    return (int32_t)method - (int32_t)htni_running_method(planner, entry);
}
