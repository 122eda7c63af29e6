/*
 * Hashes of tasks with their arguments, and of the lists of pending tasks. A task's part of a list's hash depends on how
 * many tasks are behind it, so that the sum of the parts tells their order, and a frame's sum continues its parent's.
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

/* Whether all arguments of a subtask are bound. */
bool lifted_is_closed(const lifted_search *search, uint32_t frame, const lifted_subtask *subtask);

/* The hash of a task and its arguments. `*open` is set if one of these is unbound. */
hddl_key lifted_task_hash(const lifted_search *search, uint32_t frame, const lifted_subtask *subtask, bool *open);

/* The hash of the tasks from a subtask of a frame on. `*open` is set if variables among them are unbound. */
hddl_key lifted_pending_hash(const lifted_search *search, uint32_t frame, uint32_t position, bool *open);

/* Fills in LIFTED_BELOW and LIFTED_AHEAD of a frame whose parent and return are there. */
void lifted_keep_pending_hash(lifted_search *search, uint32_t frame);
