/* Whether plans and single steps hold in the world as it is. */
#pragma once

#include "../world/during_list.h"
#include <htn/planner.h>

/* How far a step is. */
enum {
    HTNI_STEP_TO_DO,
    HTNI_STEP_DONE,
    HTNI_STEP_EXCUSED /* to do, but whether it holds is not asked: an instance that it was given has been removed */
};

/* A plan, whosever it is, and how far it has been done. */
typedef struct htni_checked_plan {
    const htn_plan *plan;
    const uint8_t *generations; /* u16 per slot of open types: those that it was made for */
    const uint8_t *done;        /* one byte per step, HTNI_STEP_*; NULL: the first steps_done */
    uint32_t steps_done;
    const htni_during_list *durings; /* of the world; NULL: there are none */
    uint32_t layer; /* whose plan it is, also the index of its root: these Durings end with its steps */
    bool excuses;   /* some step is excused */
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
