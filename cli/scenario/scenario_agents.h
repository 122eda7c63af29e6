/*
 * The agents of a scenario: they come, leave, and are ticked together. A scenario that names none has one, in no group; several are the
 * members of one group.
 */
#pragma once

#include "cli/scenario/scenario_stage.h"

/* Makes the stage's agents, none of which is here yet, or (a scenario that names none) its only one. False: the scenario has failed. */
bool scenario_agents_open(scenario_stage *stage, const htnc_scenario *scenario);
void scenario_agents_close(scenario_stage *stage);

/* `Agents`: these come. False: no agent can be made with the limits, and the scenario has failed. */
bool scenario_agents_come(scenario_stage *stage, const htnc_clause *clause);

/* `Leave`: these leave. What they hold is free; what they were doing is over. */
void scenario_agents_leave(scenario_stage *stage, const htnc_clause *clause);

/* The next agent behind `index` (HTN_NONE: the first one) that a clause is about; HTN_NONE: there is no other. */
uint32_t scenario_next_agent(const scenario_stage *stage, const htnc_clause *clause, uint32_t index);

/* All who are here take over what the group has. */
void scenario_agents_notice(scenario_stage *stage);

/* Time passes for all who are here, in one tick of each. Returns the first error of a tick. */
htn_status scenario_agents_tick(scenario_stage *stage, uint32_t milliseconds);

/* Lets all who are here come to rest. False: they do not, or a search reached a limit, now or before (`trouble`). */
bool scenario_settle(scenario_stage *stage, base_span span, htn_status trouble);

/* Begins to say why the scenario has failed at this place. Returns the message, which begins with the agent's name if there are several. */
base_text *scenario_fail(scenario_stage *stage, base_span span);
