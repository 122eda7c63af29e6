/* Walking through a plan in one run of the machine: each step's preconditions and effects, one step after the other. */
#ifndef HTNI_PLAN_WALK_H
#define HTNI_PLAN_WALK_H

#include <htn/native.h>

typedef struct htni_plan_walk {
    const htn_plan *plan;
    const uint8_t *done; /* by step: not 0 where it has been done and is left out; NULL: none is */
    uint32_t step;       /* the next one */
} htni_plan_walk;

/*
 * VALID, on a walk through a plan: enters the next step, whose preconditions are at now->pc. OK | FULL_FRAMES. STANDS:
 * there is none. NO_PLAN: its instances are not those that it was given.
 */
htn_status htni_walk_on(htn_planner *planner, htni_registers *now);

#endif
