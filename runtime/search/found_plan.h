/* The plan that the machine has come to. */
#ifndef HTNI_FOUND_PLAN_H
#define HTNI_FOUND_PLAN_H

#include <htn/planner.h>

/* The plan that the machine has come to, its spans having been collected: htn_trace_plan() with these. */
void htni_found_plan(const htn_planner *planner, htn_plan *plan);

#endif
