/* Calls of the game's operator functions. */
#pragma once

#include "agent_state.h"

/*
 * How a step is doing: what its operator's function `call` (HTN_CALL_START, UPDATE or ABORT)
 * returns. If the game has reported on the step, or if there is no such function, then what was
 * reported; RUNNING where nothing was.
 */
htn_outcome htni_call_operator(htn_agent *agent, const htni_layer *layer, htni_step_slot *slot, uint32_t call,
                               uint64_t elapsed_us);

/* After a load: `resume`, or HTN_NEWS_RESUME, for every step in progress. */
void htni_resume_steps(htn_agent *agent);
