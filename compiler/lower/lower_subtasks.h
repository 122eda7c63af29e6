/* Subtasks of methods. */
#pragma once

#include "compiler/lower/lower_state.h"

struct htnc_label;

/* Whether a subtask returns to the method, which then needs a frame. */
bool htnc_subtasks_need_frame(const htnc_lowering *lowering, const htnc_method *method);

/* Emits all subtasks of a method, and the return from its task. The method may use locals from subject->temporaries on. */
void htnc_lower_subtasks(htnc_lowering *lowering, const htnc_method *method, bool framed);

/* Emits the subtasks of an item of an Each, whose method this is, and a jump to `next`, where the next item begins. */
void htnc_lower_item_subtasks(htnc_lowering *lowering, const htnc_method *method, struct htnc_label *next);
