/* Searches in slices: htn_plan_begin(), htn_plan_step(), htn_plan_find() of htn/planner.h. */
#pragma once

#include <htn/planner.h>

/* htn_plan_step() of a search under way, by a planner that records a footprint. */
htn_status htni_plan_step_marked(htn_planner *planner, uint32_t budget);
