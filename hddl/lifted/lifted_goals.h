/*
 * What the pending tasks still have to bring about: the goal's facts that do not hold, and what all actions that could
 * bring one of those about need and does not hold either (landmarks by back-chaining: Porteous, Sebastia and Hoffmann,
 * "On the Extraction, Ordering, and Usage of Landmarks in Planning", 2001). If no pending task can make one of them
 * true, there is no plan from here (a look-ahead as in Olz and Bercher, "A Look-Ahead Technique for Search-Based HTN
 * Planning", SoCS 2023). Sets of goals have one bit for each.
 */
#pragma once

#include "hddl/lifted/lifted_state.h"

void lifted_goals_make(lifted_search *search);

/* False: the pending tasks cannot bring about what the goal still needs. */
bool lifted_goals_are_in_reach(lifted_search *search);

/* Notes in a frame whose parent and return are there what the tasks behind it can bring about. */
void lifted_keep_reach(lifted_search *search, uint32_t frame);
