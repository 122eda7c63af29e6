/* An agent's clock: what htn_agent.time counts, and the times that it is compared with. */
#pragma once

#include "agent_state.h"

/*
 * Lets time pass: at most HTN_MAX_ELAPSED_US, more counts as that. What is less than a millisecond
 * is carried to the next tick.
 */
void htni_pass_time(htn_agent *agent, uint64_t elapsed_us);
