/*
 * A plan with its decomposition: the list of the decisions that a progression takes, in order. The first
 * task's decision comes first, then those of its subtasks, each completely before the next: the decomposition
 * tree in preorder. Neighbours: hddl/solve/plan_write.h prints it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hddl_decision {
    bool primitive; /* an action is executed; else a task is decomposed */
    /* Of hddl_problem's actions, or of its methods. HDDL_NONE: the goal's action, the initial network. */
    uint32_t index;
    size_t first_argument; /* in the plan's `arguments`: an object for each of the schema's parameters */
} hddl_decision;

/* {0} is the empty plan. It owns both arrays. */
typedef struct hddl_plan {
    hddl_decision *decisions; /* the first is that of the initial network */
    uint32_t *arguments;
    size_t count, argument_count;
    size_t decisions_size, arguments_size; /* in bytes */
} hddl_plan;

/*
 * Adds a decision, with a copy of its `argument_count` arguments. False: there is no memory, and the plan is
 * unchanged. The goal's action (primitive, HDDL_NONE) may be added; printing leaves it out.
 */
bool hddl_plan_add(hddl_plan *plan, bool primitive, uint32_t index, const uint32_t *arguments, uint32_t argument_count);

/* Gives its memory back; the plan is empty afterwards. */
void hddl_plan_free(hddl_plan *plan);
