/*
 * Whether a tiny problem has a plan, found by nothing but the definition: for each task, its arguments and a state, all states in which
 * some decomposition of it ends, from nothing upwards until no more are found. It shares hddl_problem with the planner, and no code.
 */
#ifndef TESTS_HDDL_EXHAUSTIVE_H
#define TESTS_HDDL_EXHAUSTIVE_H

#include "hddl/hddl.h"

typedef enum exhaustive_answer { EXHAUSTIVE_NONE, EXHAUSTIVE_PLAN, EXHAUSTIVE_TOO_LARGE } exhaustive_answer;

exhaustive_answer exhaustive_solve(const hddl_problem *problem);

#endif
