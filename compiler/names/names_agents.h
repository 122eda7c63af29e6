/* The agents of scenarios. */
#pragma once

#include "compiler/names/resolver.h"

/* Finds the agents that the scenario's clauses name, and reports those that it does not have. */
void htnc_resolve_agents(htnc_resolver *resolver, htnc_scenario *scenario);
