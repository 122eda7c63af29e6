/* Recursion that is not through a last subtask: there the loop guard may lose plans (docs/hddl.md). */
#pragma once

#include "hddl/convert/translation.h"

/*
 * The first usable method with a subtask that leads back to its task and is not the last; HDDL_NONE: there is none. In
 * a very large problem the search ends early with a method for which this may be so: turning the loop guard off loses
 * no plans.
 */
uint32_t translate_find_recursion(const translation *tr);
