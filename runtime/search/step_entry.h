/* Entering a primitive task with arguments that are given: to carry out a step of a plan, or to try an action. */
#ifndef HTNI_STEP_ENTRY_H
#define HTNI_STEP_ENTRY_H

#include <htn/native.h>

/*
 * Enters a primitive task with what a step was given (NULL: zeroes), in a frame of its own if it has one; behind it, control
 * goes on at `continue_pc` in the frame that was current. Where in the task to begin is the caller's to say. OK | FULL_FRAMES.
 */
htn_status htni_enter_step(const htni_machine *machine, htni_registers *now, uint32_t task, const void *arguments,
                           uint32_t continue_pc);

#endif
