/* The machine's loop for agents: marks what it reads of the world in a footprint. */
#pragma once

#include <htn/planner.h>

/* The same as htni_run(); the planner records a footprint. */
htn_status htni_run_marked(htn_planner *planner, uint32_t budget);
