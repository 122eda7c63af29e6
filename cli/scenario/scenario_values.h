/* Evaluates the expressions of a scenario in the agent's world, and makes the changes that a scenario says. */
#pragma once

#include "cli/scenario/scenario_stage.h"

/* The value of an expression in the agent's world. `known`: the values of its variables. */
int32_t scenario_value(const scenario_stage *stage, const htnc_expr *expression, const scenario_scope *known);

/* Whether all conditions of a list hold. A binder (`any x in ...`) asks whether there is an instance for which the rest holds. */
bool scenario_holds(const scenario_stage *stage, const htnc_expr *conditions, const scenario_scope *known);

/* An instance that a `Given` names is created, for all agents that the clause is about. False: there is no room. */
bool scenario_spawn(scenario_stage *stage, const htnc_clause *clause, const htnc_variable *instance);

/*
 * The changes of a clause: to the worlds of the agents that it is about, and to the answers that they get. What they share is changed
 * once. All values are read before the first is written. `*changed`: some value was not as said before. False: the scenario has failed.
 */
bool scenario_change(scenario_stage *stage, const htnc_clause *clause, bool *changed);
