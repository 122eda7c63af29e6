/* Expanding a node without the machine, as far as that is possible. */
#pragma once

#include "goap_actions.h"

typedef enum htni_expansion {
    HTNI_ALL_TRIED,     /* the node's actions have been tried */
    HTNI_NO_WORK_LEFT,  /* there are more */
    HTNI_NEEDS_MACHINE, /* the next action may have an outcome, and the machine must run it */
    HTNI_NEW_STATE      /* the last action led to a new state, on which the machine must run the tests of the goal */
} htni_expansion;

/*
 * Tries the actions of the node achieve.current, from achieve.action on. Each takes the units of work, of `*left`, that
 * it would take in the machine. The working world stays as it is. NEW_STATE: the node lies behind the last one.
 */
htni_expansion htni_expand(htn_planner *planner, uint32_t *left);

/*
 * After NEW_STATE: makes the last action's changes in the working world, which has the state of achieve.current, on the
 * trail. Returns how many there are; the trail's top is to be moved.
 */
uint32_t htni_make_changes(const htn_planner *planner);
