/*
 * Costs: code that adds to the cost and duration of a plan, and lower bounds of costs. With the bounds, a search for the cheapest
 * plan gives up a branch as soon as it certainly costs more than the best plan so far (branch and bound, Land and Doig 1960).
 */
#pragma once

#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_state.h"

/* Emits `op`, COST or DURATION, with the value of an expression; NULL: 1. `counted`: how much the bound has counted already. */
void htnc_emit_sum(htnc_lowering *lowering, const htnc_expr *expr, htn_opcode op, int32_t counted);

/* A lower bound of the cost of a step of the primitive task; >= 0. */
int32_t htnc_step_cost_bound(htnc_builder *build, const htnc_task *task);

/* A lower bound of the cost of a list of subtasks; 0 where no root asks for the cheapest plan. */
int32_t htnc_subtasks_cost_bound(const htnc_code *code, const htnc_subtask *list);

/* Sets the bounds of all compound tasks from those of the primitive tasks. Does nothing where no root asks for the cheapest plan. */
void htnc_find_cost_bounds(const htnc_model *model, htnc_code *code);
