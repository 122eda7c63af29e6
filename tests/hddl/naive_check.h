/*
 * A second checker of plans, as simple as can be: everything is tried, nothing is indexed, types are asked of what is declared. What
 * `htn verify` accepts it has to accept, and the other way round. For small problems. It shares hddl_problem with that one, no code.
 */
#pragma once

#include "hddl/read/hddl_problem.h"

/* Whether a text is a plan of the problem. It has to be laid out as `htn plan` does it: no comments, no parentheses. */
bool naive_check(const hddl_problem *problem, const char *text);
