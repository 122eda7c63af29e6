/* Whether a layer's running plan, or one of its steps, still holds in the world as it is. */
#pragma once

#include "../planner/validate.h"
#include "agent_state.h"

/*
 * The running plan, put into `plan`, and how far it is done. Both are good until the planner is
 * called next.
 */
htni_checked_plan htni_running_plan_of(const htn_agent *agent, const htni_layer *layer, htn_plan *plan);

/*
 * Whether there is reason to check the running plan: something has changed, or a step has succeeded, since the last check.
 * Not while a step runs with Interrupt [never].
 */
bool htni_plan_is_unchecked(const htn_agent *agent, const htni_layer *layer);

/*
 * Checks the running plan: the preconditions of all steps that are not done, each in the world that the steps before it leave,
 * and the While of each running step. False: it does not hold because of `*step` (HTN_NONE: not known); a failure has been noted,
 * but the plan not ended.
 */
bool htni_plan_holds(htn_agent *agent, htni_layer *layer, uint32_t *step);

/*
 * A plan has been adopted, in which steps go on that are in progress: whether the Enters of their methods hold. False: a failure
 * has been noted, but the plan not ended.
 */
bool htni_may_go_on(htn_agent *agent, const htni_layer *layer);

/*
 * Whether a step may start now: the While of its methods, their Enter if it is their first step, its Context, and its
 * preconditions. OK |
 * NO_PLAN (it may not) | LIMIT_WORK | FULL_*. Unless OK, a failure has been noted.
 */
htn_status htni_step_may_start(htn_agent *agent, const htni_layer *layer, const htni_checked_plan *of, uint32_t step);

/*
 * Whether a Background may begin again: what is asked of its first step when that starts, and the preconditions of all its steps.
 * OK | NO_PLAN (it may not) | LIMIT_WORK | FULL_*. Notes no failure.
 */
htn_status htni_round_may_begin(htn_agent *agent, const htni_layer *layer, const htni_checked_plan *of,
                                const htn_span *background);
