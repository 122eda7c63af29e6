/*
 * Saving what only the very same code can use again: records, continuations, which contain
 * addresses of code, and footprints.
 */
#pragma once

#include "save_writer.h"
#include <htn/planner.h>

/*
 * The part for the same blob. `world` is the agent's. `planned`: the layer has a running plan, or
 * one to be continued.
 */
void htni_save_exact(htni_save_writer *to, const htn_world *world, const htn_planner *planner, bool planned);
