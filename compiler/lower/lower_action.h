/* Actions: primitive tasks as an `Achieve` tries them. */
#ifndef HTNC_LOWER_ACTION_H
#define HTNC_LOWER_ACTION_H

#include "compiler/lower/lower_state.h"

/* Finds the tasks that some Achieve uses: lowering->acts. */
void htnc_find_actions(htnc_lowering *lowering);

/* Emits the block that tries the task with all values of its parameters; returns its address. */
uint32_t htnc_lower_action(htnc_lowering *lowering, const htnc_task *task, bool framed);

#endif
