/*
 * How far the steps of Backgrounds are: layer->plan.done, HTNI_STEP_*. A step that is done rests at the level of its innermost
 * Background that is not over: how many Backgrounds that is and lies in. If none is left, the step is done for good. So a round is
 * done when all steps of the Background rest at its level, or below.
 */
#pragma once

#include "../planner/validate.h"
#include "agent_state.h"

/* Whether plans may have a Background. */
static inline bool htni_has_backgrounds(const htn_agent *agent)
{
    return (agent->domain->flags & HTN_BLOB_BACKGROUNDS) != 0;
}

/*
 * By first step: the lowest level of a Background of which a round has begun in this tick; 0: none has. What begins for one begins
 * for those inside it, too, that have the same first step.
 */
uint8_t *htni_rounds_begun(const htn_agent *agent, const htni_layer *layer);

/* How many Backgrounds the span is and lies in. */
uint32_t htni_background_level(const htn_plan *plan, uint32_t span);

/* What a step is that rests at this level. */
uint8_t htni_state_at_level(uint32_t level);

/* Whether a step, or all of [first, end), rest at this level or below. */
bool htni_rests(uint8_t done, uint32_t level);
bool htni_all_rest(const htni_layer *layer, uint32_t first, uint32_t end, uint32_t level);

/* What a step of the running plan is when it has succeeded. */
uint8_t htni_state_of_success(const htn_agent *agent, const htni_layer *layer, uint32_t step);

/* Whether a step of this plan can be so far, HTNI_STEP_*. */
bool htni_is_state_of_step(const htn_plan *plan, uint32_t step, uint32_t done);

/* Whether all members of the group, a span of the plan, are done but its Backgrounds. */
bool htni_others_are_done(const htni_layer *layer, const htn_plan *plan, uint32_t group);

/* Whether the step lies in a Background whose group has nothing else to do: it is done, but has not begun. */
bool htni_background_never_begins(const htn_plan *plan, uint32_t step);

/* Whether the step lies in a Background that ends with its group, so that nothing of it is to start. */
bool htni_background_ends(const htn_agent *agent, const htni_layer *layer, uint32_t step);

/*
 * The outermost Background whose round is done and of which this is the first step that rests; HTN_NONE: the step does not rest, or
 * other steps of the round are to be done. `*may_begin`: the next round may begin in this tick.
 */
uint32_t htni_background_at_rest(const htn_agent *agent, const htni_layer *layer, const htn_plan *plan, uint32_t step,
                                 bool *may_begin);
