/*
 * Actions: the primitive tasks that an `Achieve` searches with. The search tries an action with all values of its parameters,
 * so the types of these must have values that can be listed. Users: the types pass, the lint, and lowering.
 */
#pragma once

#include "compiler/names/model.h"

/*
 * Iterates over the actions of an `Achieve`: those that `Using` names, in the order written, or without it all tasks that can
 * be actions, in the model's order. `*position` begins as 0. NULL: there are no more.
 */
const htnc_task *htnc_next_action(const htnc_model *model, const htnc_subtask *achieve, uint32_t *position);
