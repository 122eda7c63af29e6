/* What a running plan asks of the world: Contexts and Whiles that must hold, and the writes of Effects and During. */
#ifndef HTNI_RUNNING_BLOCKS_H
#define HTNI_RUNNING_BLOCKS_H

#include "../machine/single_block.h"

/* Whether a step's Context holds in `world`. `values` are its arguments. OK | NO_PLAN | LIMIT_WORK. */
htn_status htni_context_holds(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values);

/*
 * Whether what is to hold while step `step` of the running plan runs does: the While of each method that it came from,
 * also of those taken before a split. OK. NO_PLAN: `*failed` (may be NULL) is the method's index in the domain's
 * methods. NO_RUNNING_PLAN | BAD_ARGUMENT (no such step) | LIMIT_WORK.
 */
htn_status htni_whiles_hold(const htn_planner *planner, const htn_world *world, uint32_t step, uint32_t *failed);

/* The writes of a step's Effects, or of its During, in `world`, through `write`. OK | LIMIT_WORK | FULL_TRAIL. */
typedef enum htni_effects { HTNI_EFFECTS, HTNI_DURING } htni_effects;
htn_status htni_do_effects(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values,
                           htni_effects which, const htni_block *how);

#endif
