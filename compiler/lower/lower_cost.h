/*
 * Costs: code that adds to the cost and duration of a plan, and lower bounds of costs. The bounds let a search for the cheapest
 * plan give up a branch as soon as it is certain to cost more than the best plan so far (branch and bound).
 */
#ifndef HTNC_LOWER_COST_H
#define HTNC_LOWER_COST_H

#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_state.h"

/* Adds an expression's value to the plan's cost or duration (`op`); NULL: 1. `counted`: so much was added before. */
void htnc_emit_sum(htnc_lowering *lowering, const htnc_expr *expr, htn_opcode op, int32_t counted);

/* A lower bound of what a step of the primitive task costs; >= 0. */
int32_t htnc_step_cost_bound(htnc_builder *build, const htnc_task *task);

/* A lower bound of what a list of subtasks costs; 0 where no root asks for the cheapest plan. */
int32_t htnc_subtasks_cost_bound(const htnc_code *code, const htnc_subtask *list);

/* Sets the cost bound of all compound tasks, those of primitive ones being known. Does nothing where no root asks. */
void htnc_find_cost_bounds(base_arena *arena, const htnc_model *model, htnc_code *code);

#endif
