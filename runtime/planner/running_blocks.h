/*
 * A running plan and the world: Contexts and Whiles that must hold; the writes of Effects and During. `tuples`: for derived
 * conditions, of a planner whose search is not suspended; NULL: the domain has none.
 */
#pragma once

#include "../machine/single_block.h"

/* Whether the Context of a task holds in `world`. `values`: the step's arguments. OK | NO_PLAN | WAITS |
 * LIMIT_WORK | LIMIT_TUPLES. */
htn_status htni_context_holds(const htn_planner *planner, const htn_world *world, htni_tuples *tuples, htn_task task,
                              const int32_t *values);

/*
 * Whether all Whiles that cover step `step` of the running plan hold, also of methods that were taken in front
 * of a split. OK. NO_PLAN: `*failed` (may be NULL) is the index of the method in the domain's methods.
 * WAITS: an answer is late, and no other While fails. NO_RUNNING_PLAN | BAD_ARGUMENT (no such step) | LIMIT_WORK |
 * LIMIT_TUPLES.
 */
htn_status htni_whiles_hold(const htn_planner *planner, const htn_world *world, htni_tuples *tuples, uint32_t step,
                            uint32_t *failed);

/*
 * Whether the Enter holds of the method that a span of the running plan stands for. A span of another kind, a method without an
 * Enter, and one that was taken in front of a split have nothing to ask. OK. NO_PLAN: not, and `*method` is the method, as above.
 * WAITS: an answer is late. LIMIT_WORK.
 */
htn_status htni_span_enters(const htn_planner *planner, const htn_world *world, htni_tuples *tuples,
                            const htn_span *span, uint32_t *method);

/* Whether the While of a method holds whose task has no parameters. OK | NO_PLAN | LIMIT_WORK. */
htn_status htni_gate_holds(const htn_planner *planner, const htn_world *world, htni_tuples *tuples, uint32_t method);

/*
 * Does the writes of a task's Effects, During, FailEffects or AbortEffects in `world`, through how->write. OK | LIMIT_WORK | LIMIT_TUPLES | FULL_TRAIL.
 */
typedef enum htni_effects { HTNI_EFFECTS, HTNI_DURING, HTNI_FAIL_EFFECTS, HTNI_ABORT_EFFECTS } htni_effects;
htn_status htni_do_effects(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values,
                           htni_effects which, const htni_block *how);
