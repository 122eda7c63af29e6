/* Names in scenarios. */
#pragma once

#include "compiler/names/resolver.h"

/* The root that is named as a layer. NULL: it is none, which was reported. */
const htnc_root *htnc_resolve_layer(htnc_resolver *resolver, const htnc_name *layer);

void htnc_resolve_scenarios(htnc_resolver *resolver);
