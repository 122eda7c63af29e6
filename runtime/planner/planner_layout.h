/* The planner's block: limits, size, making a planner in it. */
#pragma once

#include <htn/planner.h>

/* The limits, with the defaults filled in. */
htn_limits htni_fill_in(const htn_domain *domain, const htn_limits *given);

/*
 * htn_planner_bytes() and htn_planner_init(), for planners that record footprints of their searches (agents)
 * or do not.
 */
size_t htni_planner_bytes(const htn_domain *domain, const htn_limits *limits, bool footprints);
htn_status htni_planner_init(htn_planner **planner, const htn_domain *domain, const htn_limits *limits, bool footprints,
                             void *memory, size_t size);

/* Makes a planner afresh in its block, with its limits and its answerer. It has no plan and no search. */
void htni_reset_planner(htn_planner *planner);
