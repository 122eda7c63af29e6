/* Replanning: what the running plan has bound is bound again while its record is followed. */
#ifndef HTNI_RUNNING_BINDINGS_H
#define HTNI_RUNNING_BINDINGS_H

#include <htn/native.h>

/*
 * Replanning, at an instruction BOUND of method `method`, or of a primitive task: where this is what the running
 * plan has here, puts its bindings into the current frame's locals. False: it is not.
 */
bool htni_bind(const htn_planner *planner, const htni_registers *now, uint32_t pc, uint32_t method);

#endif
