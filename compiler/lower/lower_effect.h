/* Lists of effects. */
#pragma once

#include "compiler/lower/lower_state.h"

/* Emits effects of a task. All values are those before the list. `kind`: of the items. */
void htnc_lower_effects(htnc_lowering *lowering, const htnc_effect *effects, htn_item_kind kind, const htnc_task *task);
