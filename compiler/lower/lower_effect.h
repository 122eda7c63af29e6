/* Lists of effects. */
#ifndef HTNC_LOWER_EFFECT_H
#define HTNC_LOWER_EFFECT_H

#include "compiler/lower/lower_state.h"

/* Emits effects of a task. All values are those before the list. `kind`: of the items. */
void htnc_lower_effects(htnc_lowering *lowering, const htnc_effect *effects, htn_item_kind kind, const htnc_task *task);

#endif
