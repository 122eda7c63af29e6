/*
 * How a step ends. Each step ends once: it succeeds, and its effects are written; or it fails, and
 * its plan with it (plan_end.h); or it is aborted, which may take several ticks.
 */
#pragma once

#include "agent_state.h"

/*
 * Frees the slot of a step that has ended, and ends its During. Writes its AbortEffects, if it was aborted, but neither its Effects
 * nor its FailEffects.
 */
void htni_end_slot(htn_agent *agent, htni_layer *layer, htni_step_slot *slot, htn_outcome outcome);

/* Step `step` of the running plan, which needs no slot or has just left it, has succeeded. */
void htni_succeed_step(htn_agent *agent, htni_layer *layer, uint32_t step);

/*
 * Begins to abort a step, which forgets its plan: that may disappear from now on. Ends the step at
 * once if the operator can.
 */
void htni_abort_step(htn_agent *agent, htni_layer *layer, htni_step_slot *slot);

/* The same outside of ticks: a hot reload leaves the step behind in the old agent. */
void htni_drop_step(htn_agent *agent, htni_layer *layer, htni_step_slot *slot);

/* Begins to abort every running step of the layer. */
void htni_abort_steps(htn_agent *agent, htni_layer *layer);

/* The step's Timeout is over: its operator begins to abort it. True: it has ended, and is to fail. */
bool htni_abort_timed_out(htn_agent *agent, const htni_layer *layer, htni_step_slot *slot);

/*
 * Once a tick: asks steps that are being aborted whether they have ended, in the order in which they started, from the id `*from`
 * (at first 0) on. Returns one that has timed out and ended, and so is to fail: call it again then. NULL: all have been asked.
 */
htni_step_slot *htni_continue_aborts(htn_agent *agent, htni_layer *layer, uint64_t *from);
