/* Names in scenarios. */
#pragma once

#include "compiler/names/resolver.h"

void htnc_resolve_scenarios(htnc_resolver *resolver);
