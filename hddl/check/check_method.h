/*
 * One decomposition: the lines of a task and of its subtasks must be an instance of a method. Unification of the head
 * with the task, and of each subtask with its line, gives most variables their values; the others are searched for
 * (check_conditions.h). Conditions are tested in the current state.
 */
#pragma once

#include "hddl/check/check_state.h"

/* Checks a line against the methods with the name that it has. Returns false after a fault. */
bool check_method(check_state *c, const check_node *node);

/* Checks the root against the initial task network. Returns false after a fault. */
bool check_initial(check_state *c);
