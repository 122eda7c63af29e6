/* The plan found. */
#ifndef HTNI_FOUND_PLAN_H
#define HTNI_FOUND_PLAN_H

#include <htn/planner.h>

/* The plan found, with its spans, which htni_collect_spans() has collected. */
void htni_found_plan(const htn_planner *planner, htn_plan *plan);

#endif
