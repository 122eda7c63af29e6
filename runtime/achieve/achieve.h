/* Achieve: the cheapest steps to a goal, as one subtask. */
#ifndef HTNI_ACHIEVE_H
#define HTNI_ACHIEVE_H

#include <htn/native.h>

/*
 * Achieves. Each goes on at now->pc. Begins one; enacts a step of what was found, or of the running plan;
 * takes the search further, of the `*left` units of work that there are still, or ends the Achieve. OK | FULL_*.
 */
htn_status htni_achieve(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t number);
htn_status htni_enact(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t *task);
htn_status htni_explore(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t *left);

/* Ends an Achieve's search that is under way: the working world is what it was when that began. */
void htni_achieve_give_up(htn_planner *planner);

#endif
