/* Why the agent's plan is not the one that a scenario expects. */
#pragma once

#include "base/text.h"
#include "cli/common/plan_session.h"
#include "cli/scenario/scenario_stage.h"

/* Adds lines that say why the first of the expected tasks that is missing is not in the layer's plan, or why no plan runs. */
void scenario_add_reason(base_text *why, const scenario_stage *stage, uint32_t layer, const htnc_subtask *expected);

/* Adds a line if the layer's first order waits, because its gate is closed. */
void scenario_add_waiting_order(base_text *why, const scenario_stage *stage, uint32_t layer);

/*
 * A planner for a layer in a copy of the agent's world; it is NULL if it cannot be made. Close the session in either case.
 */
void scenario_session_open(cli_session *session, const scenario_stage *stage, uint32_t layer);
void scenario_session_close(cli_session *session);

/* The lines about a missing task alone, for the request that the session's planner has just answered. */
void scenario_add_missing(base_text *why, const scenario_stage *stage, cli_session *session,
                          const htnc_subtask *expected);
