/*
 * Turns a ground plan into a plan of the problem: fragments that a method was split into become one decision again
 * (ground_split_methods.h).
 */
#ifndef HDDL_GROUND_PLAN_BUILDER_H
#define HDDL_GROUND_PLAN_BUILDER_H

#include "hddl/common/plan.h"
#include "hddl/ground/ground.h"

/* {.problem, .plan} at first; `plan` is empty then. */
typedef struct ground_plan_builder {
    const ground_problem *problem;
    hddl_plan *plan;
    struct ground_frame *frames; /* the methods whose subtasks are not all decided yet, the innermost last */
    size_t count, capacity;
} ground_plan_builder;

/*
 * Adds the next decision of the ground plan, in preorder: an action (`primitive`) or a method of the ground
 * problem. False: no memory.
 */
bool ground_plan_builder_add(ground_plan_builder *builder, bool primitive, uint32_t index);

/* Gives the builder's own memory back; the plan stays. */
void ground_plan_builder_free(ground_plan_builder *builder);

#endif
