/*
 * What a step writes into the agent's world: its During while it runs, its Effects when it has
 * succeeded. Expected effects are never written; they exist only in a planner's mind. All of that is
 * the layer's own change. And what it writes when it has failed or was aborted, which is not.
 */
#pragma once

#include "agent_state.h"

/*
 * Writes the Effects of a step of the running plan, which has succeeded. A limit reached or a full
 * region is noted as trouble.
 */
void htni_write_effects(htn_agent *agent, htni_layer *layer, uint32_t step);

/*
 * Writes the FailEffects of step `step` of the running plan, whose failure counts; the AbortEffects of the slot's step, whose abort
 * has ended. Both are changes from outside.
 */
void htni_write_fail_effects(htn_agent *agent, const htni_layer *layer, uint32_t step);
void htni_write_abort_effects(htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot);

/*
 * The step in this slot starts: begins its During, if its task has one (world/during_list.h). OK | LIMIT_WORK | NO_PLAN |
 * FULL_TRAIL.
 */
htn_status htni_begin_during(htn_agent *agent, htni_layer *layer, const htni_step_slot *slot);

/* The slot's step has ended: so does its During. */
void htni_end_during(htn_agent *agent, htni_layer *layer, const htni_step_slot *slot);

/* slot->step has changed: the slot's During is that step's. */
void htni_move_during(htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot);
