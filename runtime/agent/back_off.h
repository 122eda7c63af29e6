/*
 * Back-off: after the second failure in a row without a step done, a layer waits for
 * options.back_off_ms before it plans again. The wait ends early when something that the failed
 * search has read changes from what it was when the plan failed.
 */
#pragma once

#include "agent_state.h"

/* Whether the layer has failed often enough to wait until schedule.retry_at. */
static inline bool htni_backs_off(const htni_layer *layer)
{
    return layer->schedule.due && !layer->plan.active && layer->schedule.failures >= 2;
}

/* The wait begins, if the layer backs off: changes from now on end it. */
void htni_back_off_begin(htn_agent *agent, htni_layer *layer);

/* A step that is being aborted has restored a cell: that does not end the wait. */
void htni_back_off_accept(const htn_agent *agent, const htni_layer *layer, uint32_t cell);

/* Whether the layer backs off, and something that the failed search has read has changed. */
bool htni_back_off_ends_early(htn_agent *agent, const htni_layer *layer);
