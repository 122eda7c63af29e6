/* Searches in slices: htn_plan_begin(), htn_plan_step(), htn_plan_find() of htn/planner.h. */
#pragma once

#include <htn/planner.h>
#include <htn/trace.h>

/* htn_plan_step() of a search under way, by a planner that records a footprint. */
htn_status htni_plan_step_marked(htn_planner *planner, uint32_t budget);

/* The same with a listener, which has been told of the beginning. */
htn_status htni_plan_step_traced(htn_planner *planner, uint32_t budget, htn_listener *listener, void *user);

/* Tells the listener of the beginning of a search that has begun: HTN_EVENT_BEGIN. */
void htni_tell_beginning(htn_planner *planner, htn_listener *listener, void *user);
