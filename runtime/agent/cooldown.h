/*
 * Cooldowns. When a plan fails, each of its methods that has a Cooldown is not taken again until
 * that is over. While it lasts, a bool property that the compiler has added for the method is true;
 * planners see it as a condition of the method.
 */
#pragma once

#include "agent_state.h"

/*
 * The layer's running plan has failed: its methods begin their cooldowns. That is the layer's own
 * change.
 */
void htni_cooldowns_begin(htn_agent *agent, htni_layer *layer);

/* Ends the cooldowns that are over by now. That is a change from outside. */
void htni_cooldowns_end(htn_agent *agent);
