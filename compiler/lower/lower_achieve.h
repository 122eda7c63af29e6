/* `Achieve` as a subtask. */
#ifndef HTNC_LOWER_ACHIEVE_H
#define HTNC_LOWER_ACHIEVE_H

#include "compiler/lower/lower_state.h"

/*
 * Emits the subtask. `later`: planning may continue in front of it from a partial plan. Returns false where the goal can never be
 * achieved, so that control does not get behind it.
 */
bool htnc_lower_achieve(htnc_lowering *lowering, const htnc_method *method, const htnc_subtask *item, bool later);

#endif
