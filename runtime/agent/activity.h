/* What the game sees of steps in progress. */
#pragma once

#include "agent_state.h"

/* Of a slot that is not FREE; `elapsed_us` is 0. */
htn_activity htni_activity_of(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot);

/* The slot of the step in progress with this id, and its layer in `*layer`; NULL: there is none. */
htni_step_slot *htni_find_step(const htn_agent *agent, uint32_t id, htni_layer **layer);
