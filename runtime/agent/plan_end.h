/* How a layer's running plan ends: it is done, or it has failed. */
#pragma once

#include "agent_state.h"

/* The layer has no plan from now on, nor a search. Does not end steps in progress. */
void htni_forget_plan(htni_layer *layer);

/*
 * The running plan has failed: begins its cooldowns, aborts its steps, and then backs off, from the
 * second failure on.
 */
void htni_fail_plan(htn_agent *agent, htni_layer *layer);

/* The running plan is for nothing any more, since its order has ended: aborts its steps. No step runs with Interrupt [never]. */
void htni_drop_plan(htn_agent *agent, htni_layer *layer);

/*
 * A step has failed, and the plan with it: at once, or, while another step runs with Interrupt
 * [never], when that has ended. In the meantime the plan is `broken`; its other steps are aborted
 * now.
 */
void htni_break_plan(htn_agent *agent, htni_layer *layer);

/*
 * All steps of the running plan are done. A partial plan is kept, so that its continuation can be
 * planned.
 */
void htni_finish_plan(htn_agent *agent, htni_layer *layer);
