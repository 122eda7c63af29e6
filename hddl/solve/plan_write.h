/*
 * Prints plans: in the format of the International Planning Competition 2020 (Behnke et al., "HDDL plan format"), or as the
 * caller wants. The primitive steps come first, numbered in the plan's order; then the initial tasks; then each decomposed
 * task, in preorder, with the method and the numbers of its subtasks.
 */
#pragma once

#include "hddl/common/plan.h"
#include "hddl/read/hddl_problem.h"

#include <stdio.h>

/* A step or a decomposed task. Everything in it is valid during the call only, names as long as the problem. */
typedef struct hddl_planned {
    uint32_t number;
    const char *name;
    const char *const *arguments;
    uint32_t argument_count;
} hddl_planned;

/* Called once at the beginning, for each step, for the root's tasks, and then for each decomposed task. */
typedef struct hddl_plan_visitor {
    void (*begin)(void *user);
    void (*step)(void *user, const hddl_planned *step);
    void (*root)(void *user, const uint32_t *subtasks, uint32_t count);
    void (*task)(void *user, const hddl_planned *task, const char *method, const uint32_t *subtasks, uint32_t count);
} hddl_plan_visitor;

/*
 * Goes through a plan of the problem. False, and nothing is called: the list of decisions is not the preorder of a
 * decomposition, or there is no memory.
 */
bool hddl_plan_visit(const hddl_problem *problem, const hddl_plan *plan, const hddl_plan_visitor *visitor, void *user);

/* Prints a plan in the competition's format. False, and nothing is printed: as for hddl_plan_visit(). */
bool hddl_plan_write(const hddl_problem *problem, const hddl_plan *plan, FILE *to);
