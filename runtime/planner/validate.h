/* Whether plans and single steps hold in the world as it is. */
#ifndef HTNI_VALIDATE_H
#define HTNI_VALIDATE_H

#include "restore.h"
#include <htn/planner.h>

/* A plan of any planner, and which of its steps are done. */
typedef struct htni_checked_plan {
    const htn_plan *plan;
    const uint8_t *generations; /* u16 per slot of open types: of the instances for which it was made */
    const uint8_t *done;        /* by step: not 0: done; NULL: the first steps_done */
    uint32_t steps_done;
    const htni_restore *restores;
    uint32_t restore_count;
} htni_checked_plan;

/* htn_planner_validate() for any plan. A search of `planner` is given up. */
htn_status htni_validate_plan(htn_planner *planner, htn_world *world, const htni_checked_plan *of,
                              uint32_t *failed_step);

/*
 * Runs a block of a step's task, from `pc`, in the working world. OK: it reached its end. NO_PLAN: it failed.
 */
htn_status htni_run_step(htn_planner *planner, const htn_plan *plan, uint32_t step, uint32_t pc);

/*
 * Runs a step from its preconditions on, in the working world. NO_PLAN also if its instances are not the same
 * any more.
 */
htn_status htni_check_step(htn_planner *planner, const htn_plan *plan, uint32_t step);

/* Whether the preconditions of a step hold in `world`, with the same instances. OK | NO_PLAN | FULL_* */
htn_status htni_step_holds(htn_planner *planner, htn_world *world, const htni_checked_plan *of, uint32_t step);

#endif
