/* Where a `Background` may stand. */
#pragma once

#include "compiler/names/resolver.h"

/* Reports each Background of a task that is not a member of a Parallel, and each Parallel of which all members are Backgrounds. */
void htnc_resolve_backgrounds(htnc_resolver *resolver);

/* The same for the steps of an expected plan; there a group may consist of Backgrounds, if its other members have no steps. */
void htnc_check_expected_backgrounds(htnc_resolver *resolver, const htnc_clause *clause);
