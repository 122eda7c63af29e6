/*
 * What is known beforehand of the actions that an Achieve tries, so that most need not be entered (achieve_actions.c). In the
 * planner's block, a record for each task that the Achieve uses and one for each of its tests. Only achieve.c, and what
 * lays the block out, use this.
 */
#ifndef HTNI_ACHIEVE_ACTIONS_H
#define HTNI_ACHIEVE_ACTIONS_H

#include "../blob/achieve_layout.h"
#include <htn/native.h>

typedef struct htni_action {
    htni_byte_test first; /* of the tests that its block begins with; without one, one that always holds */
    uint32_t alike;       /* how many in a row, it and those behind it, begin with the same test */
    uint32_t tests, end;  /* the others that are known */
    uint32_t writes;      /* where nothing but writes of bytes is left, in the code; HTN_NONE: there is more to do */
    int32_t cost;         /* then: what COST adds; 0 or less: nothing */
} htni_action;

/* Looks at the actions of Achieve `number`. */
void htni_read_actions(const htn_planner *planner, uint32_t number);

/*
 * Passes over actions, from achieving.action on, that have no outcome in the world as it is, each for a unit of work of those
 * `*left`. False: no work is left to try the next one.
 */
bool htni_pass_blocked(htn_planner *planner, uint32_t uses, uint32_t *left);

/* The next action, if nothing but its writes are left to do; NULL: it is the machine's. */
const htni_action *htni_plain_action(const htn_planner *planner);

/* What its outcome costs. */
static inline uint32_t htni_plain_cost(const htni_machine *machine, const htni_action *action)
{
    return !(machine->domain->flags & HTN_BLOB_COSTS) ? 1 : action->cost > 0 ? (uint32_t)action->cost : 0;
}

/*
 * Writes what that one does as the machine would: on the trail, whose top it moves. False: the trail is full, and
 * nothing was done.
 */
bool htni_write_plainly(const htn_planner *planner, const htni_action *action, uint32_t *top);

#endif
