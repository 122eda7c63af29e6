/* When a layer plans, and its search, which may be spread over ticks. */
#pragma once

#include "agent_state.h"

/*
 * A layer's turn to plan: begins a search if there is reason for one, or goes on with the one under
 * way, within the tick's budget; adopts what it finds. Does nothing while a step runs with
 * Interrupt [never].
 */
void htni_plan_layer(htn_agent *agent, htni_layer *layer);

/*
 * The layer was out of budget in the last tick: begins its search, or goes on with it, before any
 * layer has its turn.
 */
void htni_serve_first(htn_agent *agent, htni_layer *layer);
