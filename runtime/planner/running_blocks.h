/* A running plan and the world: Contexts and Whiles that must hold; the writes of Effects and During. */
#pragma once

#include "../machine/single_block.h"

/* Whether the Context of a task holds in `world`. `values`: the step's arguments. OK | NO_PLAN | LIMIT_WORK. */
htn_status htni_context_holds(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values);

/*
 * Whether all Whiles that cover step `step` of the running plan hold, also of methods that were taken in front
 * of a split. OK. NO_PLAN: `*failed` (may be NULL) is the index of the method in the domain's methods.
 * NO_RUNNING_PLAN | BAD_ARGUMENT (no such step) | LIMIT_WORK.
 */
htn_status htni_whiles_hold(const htn_planner *planner, const htn_world *world, uint32_t step, uint32_t *failed);

/*
 * Does the writes of a task's Effects or During in `world`, through how->write. OK | LIMIT_WORK | FULL_TRAIL.
 */
typedef enum htni_effects { HTNI_EFFECTS, HTNI_DURING } htni_effects;
htn_status htni_do_effects(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values,
                           htni_effects which, const htni_block *how);
