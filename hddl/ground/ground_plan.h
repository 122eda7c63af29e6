/* In which order a join asks a rule's literals (ground_plan.c). */
#ifndef HTN_SOLVE_GROUND_PLAN_H
#define HTN_SOLVE_GROUND_PLAN_H

#include "hddl/ground/ground_join.h"

/* The plan for tuples that stand for this literal: its first step is the literal itself. Room for its cursors is made. */
const ground_plan *ground_plan_for(ground_joins *joins, ground_rule *rule, uint32_t literal);

#endif
