/*
 * Timeout: a step that still runs when its time is over is aborted by its operator, and then fails. Until then it is in
 * progress: it belongs to its plan, its During is shown, and what runs beside it goes on.
 */
#pragma once

#include "agent_state.h"

bool htni_has_timeout(const htn_agent *agent, const htni_step_slot *slot);

/*
 * The step has so much time from now on, in milliseconds. Does nothing if its task has no Timeout. The value of a Timeout counts as
 * at least 1; what is loaded may be 0.
 */
void htni_timeout_begin(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot, int32_t timeout);

/* Whether the time of a running step is over. Not if its task has no Timeout. */
bool htni_timeout_is_over(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot);

/* What remains of the time of a step whose task has a Timeout, in milliseconds. */
uint32_t htni_timeout_left(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot);

/* The agent was loaded over another build of the domain: running steps have at most what their Timeout is now. */
void htni_timeouts_cut(htn_agent *agent);
