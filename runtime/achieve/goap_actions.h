/*
 * What is known of an Achieve's actions before it searches. In the planner's block lie a record for each task
 * that the Achieve uses, and one for each of its tests.
 */
#pragma once

#include "../blob/achieve_layout.h"
#include "../search/planner_block.h"

typedef struct htni_action {
    htni_byte_test first; /* the first test of its block; one that always holds, if it has none */
    uint32_t same_first;  /* it and the actions behind it that begin with the same test: how many */
    uint32_t tests, end;  /* the other tests */
    uint32_t writes;      /* where only writes of bytes are left; HTN_NONE: the machine runs this action */
    int32_t cost;         /* with `writes`: what its COST adds; 0 or less: nothing */
} htni_action;

/* The records of the tasks that the Achieve uses, in order. */
static inline const htni_action *htni_actions(const htn_planner *planner)
{
    return htni_region(&planner->machine, htni_achieve_of(planner)->actions_at);
}

/* Reads the actions of Achieve `number`. */
void htni_read_actions(const htn_planner *planner, uint32_t number);

/*
 * Skips actions, from achieve.action on, that have no outcome in the working world. Each takes one of `*left`
 * units of work. False: no work is left for the next one.
 */
bool htni_pass_blocked(htn_planner *planner, uint32_t uses, uint32_t *left);

/* The next action, if only its writes are left to do; NULL: the machine runs it. */
static inline const htni_action *htni_plain_action(const htn_planner *planner)
{
    const htni_action *action = &htni_actions(planner)[htni_achieve_of(planner)->action];
    return action->writes != HTN_NONE && !planner->search.cheapest && planner->machine.limits.trail > 0 ? action : NULL;
}

/* The cost of its outcome. */
static inline uint32_t htni_plain_cost(const htni_machine *machine, const htni_action *action)
{
    return !(machine->domain->flags & HTN_BLOB_COSTS) ? 1 : action->cost > 0 ? (uint32_t)action->cost : 0;
}

/*
 * Does the action's writes as the machine would, on the trail, whose top it moves. False: the trail is full;
 * nothing has changed.
 */
bool htni_write_plainly(const htn_planner *planner, const htni_action *action, uint32_t *top);
