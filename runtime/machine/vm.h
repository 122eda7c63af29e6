/* The machine's loop as a game runs it. */
#ifndef HTNI_VM_H
#define HTNI_VM_H

#include <htn/planner.h>

/* Runs until the search ends or `budget` units of work (0: no such limit) are done; planner->now says where it is. */
htn_status htni_run(htn_planner *planner, uint32_t budget);

#endif
