/*
 * Holds: which instances a layer has reserved. They follow from its plan and its steps in progress: what the Reserve of their
 * tasks and methods names. A layer gets all that a plan reserves when it adopts it. It loses each hold when the part of the plan
 * that reserves it is over, and its steps have ended.
 */
#pragma once

#include "agent_state.h"

/*
 * Holds all that the plan found reserves. Nothing of the running plan is released. False: others hold one of these instances;
 * nothing has changed.
 */
bool htni_holds_grant(htn_agent *agent, htni_layer *layer);

/* Releases what neither the running plan nor a step in progress reserves any longer. */
void htni_holds_update(htn_agent *agent, htni_layer *layer);

/*
 * Notes for each running step what it and the methods around it reserve: so the layer goes on holding that until the step's
 * abort has ended. Call it before the running plan goes.
 */
void htni_holds_keep(htn_agent *agent, const htni_layer *layer);

/* Whether the running plan, or what remains to be planned of it, has lost a hold. */
bool htni_holds_are_lost(const htn_agent *agent, const htni_layer *layer);

/*
 * After a load: holds what the layer's plan and steps reserve. What others hold is lost. `counted`: the world says so already, and
 * nothing but the holds that were saved as lost is.
 */
void htni_holds_claim(htn_agent *agent, htni_layer *layer, bool counted);
