/* Saving what a layer holds, as far as that does not follow from its plan. */
#pragma once

#include "../agent/agent_state.h"
#include "save_writer.h"

/*
 * Holds that are lost, and holds by methods of the running plan, which another build does not know; and what each step in
 * progress reserves.
 */
void htni_save_holds(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer);
