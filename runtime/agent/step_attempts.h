/*
 * Retry: a step that fails is started again. Between two attempts it is a step to come: not in progress, and not done. How often it
 * has failed lies behind the layer's `done`, by step, and then whether it has started in this tick; only in domains with a Retry.
 */
#pragma once

#include "agent_state.h"

/* Bytes for each step of a plan: `done`, these two, and what background.h has behind them. */
static inline uint32_t htni_bytes_of_progress(const htn_domain *domain)
{
    return (domain->retries != 0 ? 3u : 1u) + ((domain->flags & HTN_BLOB_BACKGROUNDS) != 0 ? 1u : 0u);
}

/* By step: how often it has failed. */
static inline uint8_t *htni_attempts(const htn_agent *agent, const htni_layer *layer)
{
    return layer->plan.done + agent->options.limits.steps;
}

/* A tick begins, and steps have started in the last one (plan.tried): each may start again. */
void htni_attempts_next_tick(const htn_agent *agent, htni_layer *layer);

/* A step of the running plan starts. */
void htni_attempts_note_start(const htn_agent *agent, htni_layer *layer, uint32_t step);

/* Whether the step has started in this tick, so that it may not again. */
bool htni_attempts_has_started(const htn_agent *agent, const htni_layer *layer, uint32_t step);

/* The operator of the step has failed: whether it is to be started again. */
bool htni_attempts_are_left(const htn_agent *agent, const htni_layer *layer, uint32_t step);

/* Whether it has failed before. */
static inline bool htni_attempts_have_failed(const htn_agent *agent, const htni_layer *layer, uint32_t step)
{
    return agent->domain->retries != 0 && htni_attempts(agent, layer)[step] != 0;
}

/* It is. The step has no slot any more. */
void htni_attempts_count(htn_agent *agent, htni_layer *layer, uint32_t step);

/* Steps of a Background begin once more: none of them has failed, or started in this tick. */
void htni_attempts_begin_round(const htn_agent *agent, const htni_layer *layer, uint32_t first, uint32_t end);

/* The running plan has `steps` steps, of which none has failed. */
void htni_attempts_clear(const htn_agent *agent, const htni_layer *layer, uint32_t steps);

/* The steps that are done are left out from now on. */
void htni_attempts_leave_out_done(const htn_agent *agent, const htni_layer *layer, uint32_t steps);

/* A slot takes the attempts of its step along, from the plan that is replaced to the one that replaces it. */
void htni_attempts_take(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot);
void htni_attempts_put(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot);
