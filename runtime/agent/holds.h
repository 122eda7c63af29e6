/*
 * Holds: which instances a layer has reserved. They follow from its plan and its steps in progress: what the Reserve of their
 * tasks and methods names. A layer gets all that a plan reserves when it adopts it. It loses each hold when the part of the plan
 * that reserves it is over, and its steps have ended.
 */
#pragma once

#include "agent_state.h"

/* Whether the agent is in a group in which releases, and requests, wait for its share. */
bool htni_holds_are_deferred(const htn_agent *agent);

/* Whether the layer has requested holds, and its plan found is not adopted yet. */
static inline bool htni_has_request(const htni_layer *layer)
{
    return layer->search.purpose != HTNI_PURPOSE_NONE && layer->search.request != HTNI_REQUEST_NONE;
}

/* Whether the layer holds all that the plan found reserves; or could, as far as the agent's world knows; or as the home knows (LATER). */
bool htni_found_is_held(const htn_agent *agent, const htni_layer *layer);
bool htni_found_is_free(const htn_agent *agent, const htni_layer *layer);
bool htni_found_is_free_at_home(const htn_agent *agent, const htni_layer *layer);

/* Holds all that the plan found reserves. Nothing of the running plan is released. */
void htni_hold_found(htn_agent *agent, htni_layer *layer);

/* Releases what neither the running plan nor a step in progress reserves any longer; in a LATER group only at the agent's share. */
void htni_holds_update(htn_agent *agent, htni_layer *layer);

/* The share, of an agent whose domain has a Reserve: releases the same, but not what the layer's request names. */
void htni_holds_release(htn_agent *agent, htni_layer *layer);

/* Whether some layer would release something if the agent shared now. */
bool htni_has_releases(const htn_agent *agent);

/*
 * Notes for each running step what it and the methods around it reserve: so the layer goes on holding that until the step's
 * abort has ended. Call it before the running plan goes.
 */
void htni_holds_keep(htn_agent *agent, const htni_layer *layer);

/* Whether the running plan, or what remains to be planned of it, has lost a hold. */
bool htni_holds_are_lost(const htn_agent *agent, const htni_layer *layer);

/* Sets HTNI_HOLD_WANTED in the states of what the running plan and the steps in progress reserve, and clears it in all others. */
void htni_holds_mark_wanted(const htn_agent *agent, const htni_layer *layer);

/*
 * After a load: holds what the layer's plan and steps reserve. What others hold is lost. `counted`: the world says so already, and
 * nothing but the holds that were saved as lost, or freed, is.
 */
void htni_holds_claim(htn_agent *agent, htni_layer *layer, bool counted);
