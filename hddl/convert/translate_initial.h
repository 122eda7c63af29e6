/*
 * The root task: the initial task network, followed by the goal as a task without steps. The planner chooses the values
 * of the network's parameters. If there are many, each is chosen before the first subtask that uses it: the root
 * becomes a row of tasks, each of which does one subtask and calls the next. A single root with a thousand choices
 * would have to backtrack through all of them, and .htn allows 255.
 */
#pragma once

#include "hddl/convert/translation.h"

/* Writes the root. Returns false if there can be no plan: then nothing else is needed. */
bool translate_initial(translation *tr);
