/* `Each`. */
#pragma once

#include "compiler/lower/lower_state.h"

/* Emits the code of the task that an Each is. */
void htnc_lower_each(htnc_lowering *lowering, const htnc_task *task);
