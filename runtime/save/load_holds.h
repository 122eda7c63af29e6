/* Loading what a layer holds; save_holds.h says what a save has of it. */
#pragma once

#include "save_reader.h"
#include "../agent/agent_state.h"

/* Reads the holds of a layer, whose plan and steps have been read. `layer` NULL: the domain has no such root. */
void htni_load_holds(htni_loading *in, htni_layer *layer);

/* Once all is loaded: the layers, in order, hold what their plans and steps reserve. */
void htni_claim_loaded_holds(htni_loading *in);
