/* `While` and `Enter` of methods and `Context` of primitive tasks: conditions that are asked while the plan runs. */
#pragma once

#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_state.h"

/* Emits what asks the task's Context if its step starts at once; nothing without one. `list`: its preconditions. */
void htnc_emit_context(htnc_lowering *lowering, const htnc_task *task, const htnc_list *list);

/*
 * Emits a block that returns where all items hold, and fails where one does not. `method`: whose While or Enter it is (`kind`); NULL:
 * the Context of `task`. The frame gives the bindings. Returns the block's address.
 */
uint32_t htnc_emit_block(htnc_lowering *lowering, htn_item_kind kind, const htnc_expr *items, const htnc_method *method,
                         const htnc_task *task, bool framed);
