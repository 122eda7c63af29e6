/* Runs the steps of a layer's plan: whose turn it is, how they start and go on. */
#pragma once

#include "agent_state.h"

/*
 * Checks whether the running plan still holds, if anything has changed or a step has succeeded since the last check. A step
 * that was given an instance which has been removed is updated first. Ends the plan if it does not hold, or if it is done now.
 */
void htni_check_plan(htn_agent *agent, htni_layer *layer);

/*
 * Calls `update` for each running step that has not been called in this tick, in the order of the plan. Ends those that have ended, and
 * the plan if it has.
 */
void htni_update_steps(htn_agent *agent, htni_layer *layer);

/* Once a tick: goes on with aborts. A step that has timed out fails when its abort has ended. */
void htni_end_aborts(htn_agent *agent, htni_layer *layer);

/*
 * Starts the steps whose turn it is, as far as there are slots. Ends the plan if that is done or
 * fails.
 */
void htni_start_steps(htn_agent *agent, htni_layer *layer);
