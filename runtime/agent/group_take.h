/*
 * The take, with which each tick of a group's member begins: its copy of the shared part becomes equal to the home. What it has done
 * in a LATER group and not shared stays on top. It compares values: a cell that was written and written back has not changed.
 */
#pragma once

#include "agent_state.h"

/* Each difference counts as a change from outside. Does nothing for an agent in no group. */
void htni_take_from_group(htn_agent *agent);
