/*
 * The numbers of the lines must form one tree: no number occurs twice, each subtask is a line, each line is the subtask
 * of one line, and the root reaches them all.
 */
#pragma once

#include "hddl/check/check_state.h"

/* After check_read(). Fills `children`. Returns false after a fault. */
bool check_tree(check_state *c);
