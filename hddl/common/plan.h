/*
 * A plan with its decomposition: the list of the decisions that a progression takes, in order. The first
 * task's decision comes first, then those of its subtasks, each completely before the next: the decomposition
 * tree in preorder. Neighbours: hddl/solve/plan_write.h prints it.
 */
#ifndef HDDL_COMMON_PLAN_H
#define HDDL_COMMON_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hddl_decision {
    bool primitive; /* an action is executed; else a task is decomposed */
    uint32_t
        index; /* of hddl_problem's actions, or of its methods. HDDL_NONE: the goal's action, the initial network */
    const uint32_t
        *arguments; /* an object for each of the schema's parameters (a method's: of all of its parameters) */
} hddl_decision;

/* {0} is the empty plan. Only hddl_plan_add() adds to it: arguments are copied into blocks that the plan owns. */
typedef struct hddl_plan {
    hddl_decision *decisions; /* the first is that of the initial network */
    size_t count, capacity;
    struct hddl_plan_block *blocks;
} hddl_plan;

/*
 * Adds a decision, with a copy of its `argument_count` arguments. False: there is no memory, and the plan is
 * unchanged. The goal's action (primitive, HDDL_NONE) may be added; printing leaves it out.
 */
bool hddl_plan_add(hddl_plan *plan, bool primitive, uint32_t index, const uint32_t *arguments, uint32_t argument_count);

/* Gives its memory back; the plan is empty afterwards. */
void hddl_plan_free(hddl_plan *plan);

#endif
