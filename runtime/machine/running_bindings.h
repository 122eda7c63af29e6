/* Replanning: while the record of the running plan is followed, its bindings are used again. */
#pragma once

#include <htn/native.h>

/*
 * At BIND of method `method`, or of a primitive task: if the running plan has the same method or step here,
 * copies its bindings to the current frame's locals. False: it has not.
 */
bool htni_bind(const htn_planner *planner, const htni_registers *now, uint32_t pc, uint32_t method);
