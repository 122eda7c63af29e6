/*
 * Whether a sequence of actions is a plan of a problem in HDDL: looks for a decomposition that comes to it, trying everything, from the
 * front. For small problems, and for plans that come without their decomposition. It shares hddl_problem with what it judges, no code.
 */
#pragma once

#include "hddl/read/hddl_problem.h"

enum { NAIVE_MOST_ARITY = 8 };

typedef struct naive_step {
    uint32_t action;
    uint32_t arguments[NAIVE_MOST_ARITY]; /* objects */
} naive_step;

bool naive_parse(const hddl_problem *problem, const naive_step *steps, uint32_t count);
