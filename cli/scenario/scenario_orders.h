/* `Order [...]` and `Expect Orders [...]`: the queue of a layer's orders in a scenario. */
#pragma once

#include "cli/scenario/scenario_stage.h"

/* The clause's tasks become the whole queue of the layer; of a `Queue`: they come behind it. False: one cannot be ordered; the failure says so. */
bool scenario_order(scenario_stage *stage, const htnc_clause *clause, uint32_t layer);

/* False: the orders that have not ended are others; the failure says so. */
bool scenario_expect_orders(scenario_stage *stage, const htnc_clause *clause, uint32_t layer);
