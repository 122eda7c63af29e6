/* The machine's loop as a stand-alone planner runs it. */
#pragma once

#include <htn/planner.h>

/*
 * Runs until the search ends or `budget` units of work are done (0: no such limit). planner->machine.now says
 * where to go on.
 */
htn_status htni_run(htn_planner *planner, uint32_t budget);
