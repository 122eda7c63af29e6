/* Why the agent's plan is not the one that a scenario expects. */
#pragma once

#include "base/text.h"
#include "cli/scenario/scenario_stage.h"

/* Adds lines that say why the first of the expected tasks that is missing is not in the layer's plan, or why no plan runs. */
void scenario_add_reason(base_text *why, const scenario_stage *stage, uint32_t layer, const htnc_subtask *expected);
