/* Where a plan may end before its tasks do: `Split` and horizon. */
#pragma once

#include "compiler/names/resolver.h"

/* After the call graph: fills in `splits` and `may_be_left` of all tasks, and reports a `Split` that stands in a wrong place. */
void htnc_resolve_splits(htnc_resolver *resolver);

/* Adds to a report where the `Split` is that the task can reach. */
void htnc_note_split(htnc_resolver *resolver, base_diagnostic *report, const htnc_task *task);

/* Reports a `Split` or `Horizon` that is not the end of the plan that a scenario expects. */
void htnc_check_expected_splits(htnc_resolver *resolver, const htnc_clause *clause);
