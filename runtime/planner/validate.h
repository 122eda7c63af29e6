/* Whether plans and single steps hold in the world as it is. */
#pragma once

#include "../world/during_list.h"
#include <htn/planner.h>

/*
 * How far a step is. Those of a Background are done for good only when it is over. Until then they rest when they are done, at the
 * level of their innermost Background that is not over: how many Backgrounds are around it, itself included.
 */
enum {
    HTNI_STEP_TO_DO = HTN_STEP_TO_DO,
    HTNI_STEP_DONE = HTN_STEP_DONE,
    HTNI_STEP_AGAIN = HTN_STEP_AGAIN,          /* to do, in a round of a Background that is not its first */
    HTNI_STEP_RESTS = HTN_STEP_ROUND_DONE - 1, /* + level */
    HTNI_MOST_LEVELS = 100,                    /* Backgrounds inside one another that are told apart */
    HTNI_STEP_EXCUSED =
        128 /* + TO_DO or AGAIN: whether it holds is not asked, since an instance that it was given has been removed */
};

static inline bool htni_step_is_to_do(uint8_t done)
{
    return done == HTNI_STEP_TO_DO || done == HTNI_STEP_AGAIN;
}

/* A plan, whosever it is, and how far it has been done. */
typedef struct htni_checked_plan {
    const htn_plan *plan;
    const uint8_t *generations; /* u16 per slot of open types: those that it was made for */
    const uint8_t *done;        /* one byte per step, HTNI_STEP_*; NULL: the first steps_done */
    uint32_t steps_done;
    const htni_during_list *durings; /* of the world; NULL: there are none */
    uint32_t layer;      /* whose plan it is, also the index of its root: these Durings end with its steps */
    bool excuses;        /* some step is excused */
    uint32_t first, end; /* if `end` is not 0: only these steps are checked, as if all others were done */
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
