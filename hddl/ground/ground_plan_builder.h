/*
 * Turns a ground plan into a plan of the problem: fragments that a method was split into become one decision again
 * (ground_split_methods.h).
 */
#pragma once

#include "hddl/common/plan.h"
#include "hddl/ground/ground.h"

/*
 * Adds the decisions of a ground plan, in preorder, to a plan that is empty. A decision is an action, or the
 * number of actions plus a method. Where memory runs out, `pool`'s jump is taken.
 */
void ground_plan_build(const ground_problem *problem, hddl_pool *pool, const hddl_numbers *decisions, hddl_plan *plan);
