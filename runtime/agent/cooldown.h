/*
 * Cooldowns. When a plan fails, each method since the root whose part is not over is not taken again
 * until its Cooldown is over. The part of a method is the steps of its subtasks, in all segments of the
 * plan: it is not over if one of them is not done, or if something remains behind the last split. While it lasts, a bool property that the compiler has added for the method is true;
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
