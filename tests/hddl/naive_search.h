/*
 * Whether a tiny problem has a plan: everything is tried. For each task with its arguments and each state, the set of states in which
 * its decompositions can end: a least fixpoint, which is exact, as tasks are totally ordered. It shares hddl_problem with the
 * solver, and no code.
 */
#pragma once

#include "hddl/read/hddl_problem.h"

enum { NAIVE_MOST_FACTS = 6 }; /* that change: a state is their bits, a set of states 64 */

typedef enum naive_answer { NAIVE_PLAN, NAIVE_NONE, NAIVE_TOO_LARGE } naive_answer;

naive_answer naive_search(const hddl_problem *problem);
