/* The machine's loop for agents: what it reads of the world is marked in a footprint. */
#ifndef HTNI_VM_MARKED_H
#define HTNI_VM_MARKED_H

#include <htn/planner.h>

/* Runs until the search ends or `budget` units of work (0: no such limit) are done; planner->now says where it is. */
htn_status htni_run_marked(htn_planner *planner, uint32_t budget);

#endif
