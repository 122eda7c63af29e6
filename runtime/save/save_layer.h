/* Saving one layer: its running plan and its steps in progress. */
#ifndef HTNI_SAVE_LAYER_H
#define HTNI_SAVE_LAYER_H

#include "../agent/agent_state.h"
#include "save_writer.h"

void htni_save_layer(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer);

#endif
