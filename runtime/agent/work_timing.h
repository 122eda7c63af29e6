/*
 * How long a unit of work takes, for budgets that are given in time (htn_crowd_tick_for()). With the game's clock a crowd times one of
 * its agents' searches in HTN_CROWD_TIMED, from its begin, or from where it goes on, to where it ends or waits. It keeps sums that
 * forget: both are halved when there is much in them. The times only choose how many units a frame has.
 */
#pragma once

#include "agent_state.h"

void htni_begin_timing(htn_crowd *crowd);
void htni_end_timing(htn_crowd *crowd, uint32_t work);

/* A search begins, or goes on; a second call before the end means the same search. Nothing without a crowd that has a clock. */
static inline void htni_timing_begin(const htn_agent *agent)
{
    if (agent->membership.crowd != NULL && agent->membership.crowd->clock != NULL)
        htni_begin_timing(agent->membership.crowd);
}

/* It has ended, or waits, after `work` units. With 0 units it does not count. */
static inline void htni_timing_end(const htn_agent *agent, uint32_t work)
{
    if (agent->membership.crowd != NULL && agent->membership.crowd->clock != NULL)
        htni_end_timing(agent->membership.crowd, work);
}

/* The units that take so long; at least 1 if `budget_ns` is not 0, and never HTN_NONE. */
uint32_t htni_units_of(const htn_crowd *crowd, uint64_t budget_ns);

/* Picoseconds that a unit takes; at least 1. */
uint32_t htni_unit_ps(const htn_crowd *crowd);
