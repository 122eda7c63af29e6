/* A plan of a problem in HDDL as JSON. Neighbours: plan_json.h does the same for .htn. */
#pragma once

#include "hddl/common/plan.h"
#include "hddl/read/hddl_problem.h"
#include <cjson/cJSON.h>

/*
 * `steps` as for .htn. `root` has the numbers of the initial tasks, `tasks` all decomposed tasks in preorder: `task`, `arguments`,
 * `method`, `subtasks`. Numbers count the steps first, from 0 on, then the tasks. NULL: there is no memory.
 */
cJSON *cli_hddl_plan_json(const hddl_problem *problem, const hddl_plan *plan);
