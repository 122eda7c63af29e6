/* Whether a step that is being planned starts at once: only then planning asks its Context. */
#pragma once

#include "planner_block.h"

/*
 * In a search: whether no step with an operator has to be done before a step that is appended to a plan of `steps` steps.
 * In a Parallel, this can be the first step of each member; in an Achieve, only its first step. `trail`: the trail's top.
 * False when a plan is checked.
 */
bool htni_starts_at_once(const htn_planner *planner, uint32_t steps, uint32_t trail);
