/* Achieve: the cheapest steps to a goal, as one subtask. */
#pragma once

#include <htn/native.h>

/*
 * The instructions ACHIEVE, ENACT and EXPLORE at `pc`. Each leaves in now->pc where control goes on. OK |
 * FULL_*. `room`: entries of the trail.
 *
 * htni_achieve() begins Achieve `number`. htni_enact() enters the next step that was found, or of the running
 * plan; `*task` is its task (HTN_NONE: none). htni_explore() goes on with the search, for at most `*left`
 * units of work, or ends the Achieve.
 */
htn_status htni_achieve(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t number);
htn_status htni_enact(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t *task);
htn_status htni_explore(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t *left);

/* Gives up a search that is under way: the working world is again the state in which it began. */
void htni_achieve_give_up(htn_planner *planner);
