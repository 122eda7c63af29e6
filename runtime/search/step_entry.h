/* Entering a task with given arguments: to carry out a step of a plan, to try an action, or because it is given. */
#pragma once

#include <htn/native.h>

/*
 * Makes a frame for a task if it has one, with its arguments (NULL: zeroes). When the task is done,
 * control goes on at `continue_pc` in the frame that was current. The caller sets now->pc. OK | FULL_FRAMES.
 */
htn_status htni_enter_step(const htni_machine *machine, htni_registers *now, uint32_t task, const void *arguments,
                           uint32_t continue_pc);
