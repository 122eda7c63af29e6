/*
 * Walking through a plan in one run of the machine: the preconditions and effects of each step, one step after
 * the other.
 */
#pragma once

#include <htn/native.h>

typedef struct htni_plan_walk {
    const htn_plan *plan;
    const uint8_t *done; /* by step: not 0: it is done, and left out; NULL: none is */
    uint32_t step;       /* the next step */
} htni_plan_walk;

/*
 * VALID on a walk: enters the next step; its preconditions are at now->pc. OK | FULL_FRAMES. STANDS: no step
 * is left, so the plan holds. NO_PLAN: its instances are no longer those that the step was given.
 */
htn_status htni_enter_next_step(htn_planner *planner, htni_registers *now);
