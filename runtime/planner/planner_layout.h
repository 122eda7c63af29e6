/* The planner's block: its limits, its size, and making a planner in it. */
#ifndef HTNI_PLANNER_LAYOUT_H
#define HTNI_PLANNER_LAYOUT_H

#include <htn/planner.h>

/* The limits with the defaults filled in. */
htn_limits htni_fill_in(const htn_domain *domain, const htn_limits *given);

/* htn_planner_bytes() and htn_planner_init() of a planner with footprints, or without. */
size_t htni_planner_bytes(const htn_domain *domain, const htn_limits *limits, bool footprints);
htn_status htni_planner_init(htn_planner **planner, const htn_domain *domain, const htn_limits *limits, bool footprints,
                             void *memory, size_t size);

#endif
