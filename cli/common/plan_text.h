/* A plan as text, as `htn plan` prints it. Neighbours: value_text.h writes the steps, plan_json.h writes plans as JSON. */
#pragma once

#include "base/text.h"
#include <htn/planner.h>

/* A line for each step, or for each group of steps that run at the same time: `Parallel [A(), [B(), C()]]`. */
void cli_add_plan(base_text *text, const htn_domain *domain, const htn_plan *plan);

/* The same on one line, with what makes the plan partial: `A(), Parallel [B(), C()], Split`. */
void cli_add_plan_line(base_text *text, const htn_domain *domain, const htn_plan *plan);

/* Why the plan is partial: `Split` or `Horizon`. NULL: it is complete. */
const char *cli_partial_name(const htn_plan *plan);

/* `[0, 1, 0]`: the method traversal record (MTR), which method was chosen at each decomposition. */
void cli_add_record(base_text *text, const htn_plan *plan);
