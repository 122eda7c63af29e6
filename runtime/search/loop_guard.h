/* The loop guard: a recursive task that meets itself again, with the same arguments in the same world, makes no progress and fails. */
#ifndef HTNI_LOOP_GUARD_H
#define HTNI_LOOP_GUARD_H

#include <htn/native.h>

/* Whether an ancestor above this one is the same task with the same arguments in the same world, and may not be: exact. */
bool htni_loops(const htni_machine *machine, const uint32_t *ancestor);

#endif
