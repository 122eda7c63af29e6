/* Loading what only the very same code can use again: records, continuations and footprints. */
#pragma once

#include "save_reader.h"

/*
 * Reads the part for the same blob. `planned`: the layer has a running plan, or one to be
 * continued, which has been loaded.
 */
void htni_load_exact(htni_loading *in, htn_planner *planner, bool planned);
