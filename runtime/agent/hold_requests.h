/*
 * Requests for holds. In a LATER group nobody writes to the home during a tick. So a plan that reserves what its layer does not hold
 * is not adopted at once: the layer requests it, and the agent's share grants it, all or nothing. Until the answer the search counts as
 * under way: no other one begins, and where it is given up, the request is. Neighbours: holds.h; layer_result.h, what follows.
 */
#pragma once

#include "agent_state.h"

/* The plan found needs no request, or else one is made. True: it has to wait. */
bool htni_request_holds(htn_agent *agent, htni_layer *layer);

/* Answers the layer's request, if it has one. */
void htni_answer_request(htn_agent *agent, htni_layer *layer, bool granted);

/* The agent shares: each layer releases what it reserves no longer, and then gets its answer. Only LATER. */
void htni_share_holds(htn_agent *agent);

/* The agent is about to leave the group: refuses what its layers have requested, and releases what they reserve no longer. Only LATER. */
void htni_give_up_requests(htn_agent *agent);
