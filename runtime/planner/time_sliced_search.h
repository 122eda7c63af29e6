/* A search from its beginning to its end, in slices. */
#ifndef HTNI_TIME_SLICED_SEARCH_H
#define HTNI_TIME_SLICED_SEARCH_H

#include <htn/planner.h>

/* htn_plan_step() of a search under way, by a planner with footprints: what it reads is marked. */
htn_status htni_plan_step_marked(htn_planner *planner, uint32_t budget);

#endif
