/* The machine's loop with a listener. */
#pragma once

#include <htn/planner.h>

/*
 * The same as htni_run(); tells planner->host.listener. Marks what it reads, if the planner records a
 * footprint.
 */
htn_status htni_run_traced(htn_planner *planner, uint32_t budget);
