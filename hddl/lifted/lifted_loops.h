/*
 * What keeps a blind search from running in circles.
 *
 * Marks: a recursive task is pruned if one like it is being decomposed, or has failed: one with the same arguments
 * (LIFTED_STRICT), or with the same arguments in the same state (LIFTED_STATES). A mark is set when the task is begun,
 * and taken away when its last subtask is done; backtracking leaves it (the idea of HyperTensioN's Dejavu: Magnaguagno,
 * Meneguzzi and de Silva, "HyperTensioN and Total-order Forward Decomposition Optimizations", 2020). That is incomplete.
 *
 * Nodes met: a node is a state and the pending tasks. If it is met again, it has failed or is being worked on. Pruning
 * it loses no plan.
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

/* Whether the first pending task may be begun. `*key` is that of its mark, or 0. */
bool lifted_enter(lifted_search *search, const lifted_subtask *subtask, hddl_key *key);

/* All subtasks of a frame are done. */
void lifted_leave(lifted_search *search, uint32_t frame);
