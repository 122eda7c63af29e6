/*
 * The result of coverage in the format of lcov (geninfo(1)), which editors and services read: tasks and methods as functions, and each
 * condition as a branch that is taken and one that is not.
 */
#pragma once

#include "base/text.h"
#include "cli/scenario/coverage.h"

void coverage_add_lcov(base_text *text, const coverage_map *map);
