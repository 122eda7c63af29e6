/* Lists of effects. */
#ifndef HTNC_LOWER_EFFECT_H
#define HTNC_LOWER_EFFECT_H

#include "compiler/lower/lower_state.h"

/* Emits the effects of a task: every value is that before the list. `kind`: of their debug items. */
void htnc_lower_effects(htnc_lowering *lowering, const htnc_effect *effects, htn_item_kind kind, const htnc_task *task);

#endif
