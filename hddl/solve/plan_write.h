/* Prints plans in the competition's format. */
#ifndef HDDL_SOLVE_PLAN_WRITE_H
#define HDDL_SOLVE_PLAN_WRITE_H

#include "hddl/common/plan.h"
#include "hddl/read/hddl_problem.h"

#include <stdio.h>

/*
 * Prints a plan of the problem. False, and nothing is printed: the list of decisions is not the preorder of a decomposition, or
 * there is no memory.
 */
bool hddl_plan_write(const hddl_problem *problem, const hddl_plan *plan, FILE *to);

#endif
