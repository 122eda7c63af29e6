/* How types are related by the objects that are of them. */
#pragma once

#include "hddl/read/hddl_problem.h"

/* Whether every object of type `narrow` is of type `wide`, whatever the declarations say. */
bool normal_is_within(const hddl_problem *problem, uint32_t narrow, uint32_t wide);
