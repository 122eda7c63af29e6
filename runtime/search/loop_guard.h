/*
 * The loop guard: a recursive task makes no progress, and fails, if an ancestor is the same task with the same
 * arguments in the same world.
 */
#pragma once

#include <htn/native.h>

/* Whether an ancestor above this one is the same task with the same arguments in the same world. */
bool htni_loops(const htni_machine *machine, const uint32_t *ancestor);
