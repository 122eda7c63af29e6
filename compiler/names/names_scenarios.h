/* Names in scenarios. */
#ifndef HTNC_NAMES_SCENARIOS_H
#define HTNC_NAMES_SCENARIOS_H

#include "compiler/names/resolver.h"

void htnc_resolve_scenarios(htnc_resolver *resolver);

#endif
