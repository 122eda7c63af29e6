/* `While` of methods and `Context` of primitive tasks: conditions that must hold as long as something runs. */
#ifndef HTNC_LOWER_WHILE_H
#define HTNC_LOWER_WHILE_H

#include "compiler/lower/lower_state.h"

/*
 * Emits a block of its own that returns where all items hold and fails where not, with the frame's bindings given: a While (of
 * `method`) or a Context (NULL). Returns its address.
 */
uint32_t htnc_emit_block(htnc_lowering *lowering, const htnc_expr *items, const htnc_method *method,
                         const htnc_task *task, bool framed);

#endif
