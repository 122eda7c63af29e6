/* Loading one layer. */
#pragma once

#include "save_reader.h"

/*
 * Reads a layer behind its name, into the agent's layer of this root; HTN_NONE: the domain has no
 * such root.
 */
void htni_load_layer(htni_loading *in, uint32_t root);
