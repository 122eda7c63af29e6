/* `Achieve` as a subtask. */
#pragma once

#include "compiler/lower/lower_state.h"

/*
 * Emits the subtask. `resumes`: a partial plan may end before it, so that planning resumes in front of it. Returns false where the
 * goal can never hold, so that no code follows.
 */
bool htnc_lower_achieve(htnc_lowering *lowering, const htnc_method *method, const htnc_subtask *item, bool resumes);
