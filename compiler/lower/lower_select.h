/* `Select [highest]` and `Select [random]`. */
#pragma once

#include "compiler/lower/lower_alternatives.h"
#include "compiler/lower/lower_state.h"

/* The first local behind those that the selection needs. The bindings of the methods may begin there. */
uint32_t htnc_selection_end(const htnc_task *task);

/* Emits the selection among at least one alternative, and the subtasks of all of them. */
void htnc_lower_selection(htnc_lowering *lowering, const htnc_task *task, const htnc_alternative *alternatives);
