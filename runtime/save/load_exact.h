/* Loading what only the very same code can use again: records, continuations and footprints. */
#pragma once

#include "save_reader.h"

/*
 * Reads the part for the same blob. `planned`: the layer has a running plan, or one to be
 * continued, which has been loaded. Returns where the save says what was other when the plan of a
 * layer failed that backs off; 0: nothing was.
 */
uint32_t htni_load_exact(htni_loading *in, htn_planner *planner, bool planned);

/*
 * The working world, which is a copy of the agent's world, becomes the one in which the plan failed. Whether the game had
 * asked for a search.
 */
bool htni_load_failure(htni_loading *in, htn_planner *planner, uint32_t at);
