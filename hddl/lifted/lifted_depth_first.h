/*
 * The main loop of the lifted search: depth-first, total-order forward decomposition on explicit stacks. A choice point
 * is a task of which alternatives are left: schemas, and for the current one further solutions of its condition. The
 * last alternative leaves no choice point behind, so that nothing is kept where nothing is left to choose.
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

/* Begins again with the initial state and the root task. */
void lifted_begin(lifted_search *search);

/* Searches on. HDDL_GAVE_UP: nothing is left to try. */
hddl_outcome lifted_go(lifted_search *search);
