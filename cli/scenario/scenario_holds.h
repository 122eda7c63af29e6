/* `Expect Holds [...]`: which instances an agent's layers hold (docs/running.md, "What a layer holds"). */
#pragma once

#include "cli/scenario/scenario_stage.h"

/* False: the layer (HTN_NONE: all layers) holds others; the failure says so. The order does not matter. */
bool scenario_expect_holds(scenario_stage *stage, const htnc_clause *clause, uint32_t layer);
