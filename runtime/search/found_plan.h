/* The plan found. */
#pragma once

#include <htn/planner.h>

/* The plan found, with its spans, which htni_collect_spans() has collected. */
void htni_found_plan(const htn_planner *planner, htn_plan *plan);
