/*
 * What a step writes into the agent's world: its During while it runs, its Effects when it has
 * succeeded. Expected effects are never written; they exist only in a planner's mind. All of it is
 * the layer's own change.
 */
#ifndef HTNI_STEP_EFFECTS_H
#define HTNI_STEP_EFFECTS_H

#include "agent_state.h"

/*
 * Writes the Effects of a step of the running plan, which has succeeded. A limit reached or a full
 * region is noted as trouble.
 */
void htni_write_effects(htn_agent *agent, htni_layer *layer, uint32_t step);

/*
 * Writes the During of step `step` of the running plan, if its task has one, and remembers what to
 * restore. OK | LIMIT_WORK | NO_PLAN | FULL_TRAIL (also: there is no room for so many restores).
 */
htn_status htni_write_during(htn_agent *agent, htni_layer *layer, const htni_step_slot *slot, const htn_plan *plan,
                             uint32_t step);

/*
 * The slot's step has ended: restores what its During has overwritten, except where something else
 * has written since.
 */
void htni_restore_during(htn_agent *agent, htni_layer *layer, const htni_step_slot *slot);

#endif
