/*
 * Prints plans in the format of the International Planning Competition 2020 (Behnke et al., "HDDL plan format"): the
 * primitive steps, numbered in the plan's order; `root` and the numbers of the initial tasks; one line for each
 * decomposed task, in preorder, with the method and the numbers of its subtasks.
 */
#pragma once

#include "hddl/common/plan.h"
#include "hddl/read/hddl_problem.h"

#include <stdio.h>

/*
 * Prints a plan of the problem. False, and nothing is printed: the list of decisions is not the preorder of a
 * decomposition, or there is no memory.
 */
bool hddl_plan_write(const hddl_problem *problem, const hddl_plan *plan, FILE *to);
