/* Derived conditions: those that use themselves, directly or through each other. */
#pragma once

#include "compiler/names/resolver.h"

/*
 * Adds a cycle: conditions that use one another, in the model's order; the list is kept. Reports where one of them depends on its own
 * opposite.
 */
void htnc_add_cycle(htnc_resolver *resolver, htnc_condition **conditions, uint32_t count);

/* Reports derived conditions in parts of tasks that are computed without a planner. */
void htnc_check_derived_places(htnc_resolver *resolver);
