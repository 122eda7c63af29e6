/*
 * What a slot keeps of its step beyond htni_step_slot, in domains that need it: agent_class->extra bytes for each slot, behind
 * the operators' memories. Other domains have none of it.
 */
#pragma once

#include "agent_state.h"

/* Only if agent_class->extra is not 0. */
static inline htni_step_extra *htni_extra_of(const htn_agent *agent, const htni_layer *layer,
                                             const htni_step_slot *slot)
{
    const htn_agent_class *agent_class = agent->agent_class;
    const size_t behind = (size_t)layer->steps.count * agent_class->memory;
    return (htni_step_extra *)(void *)(layer->steps.memories + behind +
                                       (size_t)htni_slot_index(&layer->steps, slot) * agent_class->extra);
}
