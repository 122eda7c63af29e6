/* Whether a task has loops, and so needs locals for them: known before the task is lowered, as it decides about the frame. */
#ifndef HTNC_LOWER_SCAN_H
#define HTNC_LOWER_SCAN_H

#include "compiler/lower/lower_state.h"

/* Looks at all named conditions, once. */
void htnc_scan_conditions(htnc_lowering *lowering);

bool htnc_task_has_loops(const htnc_lowering *lowering, const htnc_task *task);

#endif
