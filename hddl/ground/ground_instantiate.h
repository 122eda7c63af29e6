/* Writes down what was reached as ground facts, actions, tasks and methods. */
#pragma once

#include "hddl/ground/ground_instances.h"

/*
 * Fills `instances`, in the pool of `reach`; everything is alive. Stops with HDDL_GAVE_UP where a condition
 * has too many disjuncts.
 */
void ground_instantiate(ground_instances *instances, ground_reach *reach);
