/* Whether a task has loops, and so needs locals for them: known before the task is lowered, as it decides about the frame. */
#ifndef HTNC_LOWER_HAS_LOOPS_H
#define HTNC_LOWER_HAS_LOOPS_H

#include "compiler/lower/lower_state.h"

/* Finds out which named conditions have loops: lowering->condition_loops. Call it once, before the other function. */
void htnc_find_condition_loops(htnc_lowering *lowering);

bool htnc_task_has_loops(const htnc_lowering *lowering, const htnc_task *task);

#endif
