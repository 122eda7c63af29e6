/*
 * The heuristic of `Achieve` (goal-oriented action planning, GOAP): for each item of a goal, a lower bound of what it costs to make
 * the item hold. The machine adds the bounds of all items that do not hold.
 */
#pragma once

#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_primitive.h"

/* The caller sets all but `helped`, and owns it. */
typedef struct htnc_goap {
    const htnc_task **actions; /* the primitive tasks that the search may use */
    uint32_t action_count;
    const htnc_fragment *fragment_of; /* by index of a task */
    uint32_t *helped;                 /* by action: how many items of the goal it can make hold */
} htnc_goap;

/* Prepares the bounds of a goal's items. Sets `helped`. */
void htnc_goap_init(htnc_goap *goap, base_arena *arena, const htnc_test *goal);

/* The bound of an item in units of 1/840 of a cost; HTN_NONE: no action can make it hold. */
uint32_t htnc_goap_bound(const htnc_goap *goap, const htnc_test *item);
