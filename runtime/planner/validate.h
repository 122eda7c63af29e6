/* Plans and steps in the world as it is. */
#ifndef HTNI_VALIDATE_H
#define HTNI_VALIDATE_H

#include "restore.h"
#include <htn/planner.h>

/* A plan, whosever it is, and how far it has been done. */
typedef struct htni_walked {
    const htn_plan *plan;
    const uint8_t *generations; /* u16 per slot of open types: those that it was made for */
    const uint8_t *done;        /* one byte per step; NULL: the first steps_done */
    uint32_t steps_done;
    const htni_restore *restores;
    uint32_t restore_count;
} htni_walked;

/* Whether the steps that are not done hold: htn_planner_validate() for any plan. What `planner` searched is given up. */
htn_status htni_walk(htn_planner *planner, htn_world *world, const htni_walked *of, uint32_t *failed_step);

/* Runs a step's code from `pc`, one of its task's blocks, in the working world. OK: it came to its end. NO_PLAN: it failed. */
htn_status htni_run_step(htn_planner *planner, const htn_plan *plan, uint32_t step, uint32_t pc);

/* Runs a step from its preconditions on, in the working world. */
htn_status htni_check_step(htn_planner *planner, const htn_plan *plan, uint32_t step);

/* Whether the preconditions of a step hold in the world as it is, and its instances are those that it was given. OK | NO_PLAN | FULL_* */
htn_status htni_step_holds(htn_planner *planner, htn_world *world, const htni_walked *of, uint32_t step);

#endif
