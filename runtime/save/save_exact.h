/*
 * Saving what only the very same code can use again: records, continuations, which contain
 * addresses of code, and footprints.
 */
#pragma once

#include "../agent/agent_state.h"
#include "save_writer.h"

/*
 * The part for the same blob. `planned`: the layer has a running plan, or one to be continued. Whether a back-off of
 * the layer ends early has just been asked.
 */
void htni_save_exact(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer, bool planned);
