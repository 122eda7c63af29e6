/* Subtasks of methods, for lower_compound.c. */
#ifndef HTNC_LOWER_SUBTASKS_H
#define HTNC_LOWER_SUBTASKS_H

#include "compiler/lower/lower.h"

/* Whether there is something to come back to behind one of them. */
bool htnc_subtasks_need_frame(const htnc_lowering *lowering, const htnc_method *method);

/* All of a method's, and the end of its task. Locals from lowering->temporaries on are free. */
void htnc_lower_subtasks(htnc_lowering *lowering, const htnc_method *method, bool framed);

#endif
