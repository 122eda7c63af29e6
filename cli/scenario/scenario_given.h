/* `Expect Plan [...] For [tasks]` and `Expect No Plan For [tasks]`: what is planned for given tasks in the present world. */
#pragma once

#include "cli/common/tasks_to_plan.h"
#include "cli/scenario/scenario_stage.h"

/* Adds a task with its arguments, as they are now. False: one has no value; the failure says so. */
bool scenario_give(scenario_stage *stage, const htnc_subtask *call, cli_given_tasks *given);

/* Plans the clause's tasks in a copy of the agent's world. False: the plan is not the expected one; the failure says so. */
bool scenario_expect_given(scenario_stage *stage, const htnc_clause *clause);
