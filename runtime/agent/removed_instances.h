/*
 * Instances that a step was given and that have been removed since its plan was made. To the step such an instance reads as
 * none: in what callbacks see, and in everything that the step writes. The next instance in the slot is never meant.
 */
#pragma once

#include "agent_state.h"

/* Whether an argument or bound value of step `step` of the layer's running plan has been removed. */
bool htni_was_given_removed(const htn_agent *agent, const htni_layer *layer, uint32_t step);

/* Copies its arguments and bound values to `live` (HTN_MAX_LOCALS values); a removed one is none. True: some are. */
bool htni_copy_live_step(const htn_agent *agent, const htni_layer *layer, uint32_t step, int32_t *live);

/* Notes which instances the operator arguments of a slot are, which have just been evaluated or loaded. */
void htni_note_arguments(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot);

/* Operator arguments of a slot that have been removed since then become none. Only domains with instances have any. */
void htni_look_for_removed_arguments(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot);
static inline void htni_drop_removed_arguments(const htn_agent *agent, const htni_layer *layer,
                                               const htni_step_slot *slot)
{
    if (agent->domain->instances != 0)
        htni_look_for_removed_arguments(agent, layer, slot);
}

/*
 * The agent has joined another home, which has this generation in a slot. What plans and steps were given from the old one is removed,
 * even if it had the same generation.
 */
void htni_estrange(htn_agent *agent, uint32_t type, int32_t instance, uint32_t generation);
