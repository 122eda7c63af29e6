/* Evaluates the expressions of a scenario in the agent's world, and makes the changes that a scenario says. */
#pragma once

#include "cli/scenario/scenario_stage.h"

/* The value of an expression in the agent's world. `known`: the values of its variables. */
int32_t scenario_value(const scenario_stage *stage, const htnc_expr *expression, const scenario_scope *known);

/* Whether all conditions of a list hold. A binder (`any x in ...`) asks whether there is an instance for which the rest holds. */
bool scenario_holds(const scenario_stage *stage, const htnc_expr *conditions, const scenario_scope *known);

/*
 * Changes the world, and the answers of queries. All values are read before the first is written. False: every value was
 * already as said.
 */
bool scenario_change(scenario_stage *stage, const htnc_effect *changes);
