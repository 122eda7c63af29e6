/* Compound tasks. */
#pragma once

#include "compiler/lower/lower_state.h"

/* Emits the task's code. */
void htnc_lower_compound(htnc_lowering *lowering, const htnc_task *task);
