/*
 * The arguments and bound values of steps in progress, as their slots keep them for AbortEffects: the plan may be gone when the
 * abort has ended. Only in domains with AbortEffects.
 */
#pragma once

#include "agent_state.h"

/*
 * The slot's step has these values. `generations`: those of all slots of open types, for which the values were made. NULL instead of
 * values: they are not known, so the step has no AbortEffects.
 */
void htni_keep_values(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot,
                      const int32_t *values, const uint8_t *generations);

/* Copies them to `live` (HTN_MAX_LOCALS values); what has been removed is none. False: they are not known. */
bool htni_copy_kept_values(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot, int32_t *live);

/*
 * The agent has joined another home, which has this generation in a slot. What steps keep of the slot's instance is removed, even if it
 * had the same generation.
 */
void htni_estrange_kept_values(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *of, uint32_t slot,
                               uint32_t generation);
