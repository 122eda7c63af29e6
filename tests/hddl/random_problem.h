/*
 * Tiny random problems in HDDL, small enough to be tried out exhaustively (exhaustive.h): types, constants, negation, quantifiers, conditional
 * effects, recursion, free variables of methods, repeated variables and constants in heads, :htn parameters, a goal.
 */
#ifndef TESTS_HDDL_RANDOM_PROBLEM_H
#define TESTS_HDDL_RANDOM_PROBLEM_H

#include "text.h"
#include <stdbool.h>
#include <stdint.h>

void random_problem(uint64_t seed, htn_text *domain, htn_text *problem);

#endif
