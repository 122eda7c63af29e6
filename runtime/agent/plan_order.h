/*
 * The order of a plan's steps: one after the other, except that members of a parallel group run side by side. Only the spans of
 * the plan say so.
 */
#pragma once

#include <htn/planner.h>

/* The innermost member of a group that the step lies in; HTN_NONE: it lies in none. */
uint32_t htni_member_of(const htn_plan *plan, uint32_t step);

/* The innermost member of a group that the span lies in; HTN_NONE: it lies in none. */
uint32_t htni_member_around(const htn_plan *plan, uint32_t span);

/* Whether no step has to be done before this one. */
bool htni_is_first_step(const htn_plan *plan, uint32_t step);
