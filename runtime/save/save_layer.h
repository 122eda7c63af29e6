/* Saving one layer: its running plan and its steps in progress. */
#pragma once

#include "../agent/agent_state.h"
#include "save_writer.h"

void htni_save_layer(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer);
