/* Derived conditions: the code of their bodies, and what they read. */
#pragma once

#include "compiler/lower/lower_state.h"

/* Finds what the bodies of each cycle read, and makes the parameters of derived conditions locals. */
void htnc_prepare_derived(htnc_lowering *lowering);

/* Emits the bodies, behind the code of all tasks. */
void htnc_lower_derived(htnc_lowering *lowering);
