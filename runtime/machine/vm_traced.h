/* The machine's loop with a listener. */
#ifndef HTNI_VM_TRACED_H
#define HTNI_VM_TRACED_H

#include <htn/planner.h>

/* Runs until the search ends or `budget` units of work (0: no such limit) are done; planner->now says where it is. */
htn_status htni_run_traced(htn_planner *planner, uint32_t budget);

#endif
