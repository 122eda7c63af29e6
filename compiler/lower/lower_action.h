/* Actions: the primitive tasks that an `Achieve` searches with. */
#pragma once

#include "compiler/lower/lower_state.h"

/* By index: whether some Achieve uses the task. */
bool *htnc_find_actions(base_arena *arena, const htnc_model *model);

/* Emits the block that tries the task with all values of its parameters. Returns its address. */
uint32_t htnc_lower_action(htnc_lowering *lowering, const htnc_task *task, bool framed);
