/*
 * Which methods of a task can be used in a state. A task can have a hundred thousand methods, of which a few can be
 * used. So a task's methods are grouped by the rarest of the literals that each needs: one that few others of them
 * need. A group whose literal does not hold in the state is skipped as a whole.
 */
#pragma once

#include "hddl/search/search_state.h"

typedef struct search_usable_methods {
    hddl_pool *pool;
    const ground_problem *problem;
    const ground_literals *needs, *first_needs;

    /* Of each entry of the problem's task_methods. A task's are in its groups' order once it has been listed. */
    uint32_t *places; /* 1 + where the method stands among those of its task; 0: the task has not been listed yet */
    uint32_t *rarest; /* the literal, 2 * fact + value; HDDL_NONE: it needs nothing */
    uint32_t *ends;   /* of the first entry of a group: behind its last one */

    uint32_t *uses;        /* room for a count of each literal, all 0 */
    uint64_t *order;       /* room to sort the methods of one task */
    uint64_t *chosen;      /* room for a bit for each of them, all 0 */
    hddl_numbers literals; /* room for those of one method */
} search_usable_methods;

/*
 * A method needs its `needs` and, where its first subtask is an action, those of `first_needs` of that action
 * (`first_needs` NULL: only the former). Both must outlive it. All memory is `pool`'s.
 */
void search_usable_methods_init(search_usable_methods *usable, hddl_pool *pool, const ground_problem *problem,
                                const ground_literals *needs, const ground_literals *first_needs);

/* Adds the task's methods that have in the state what they need to `methods`, in the problem's order. */
void search_usable_methods_add(search_usable_methods *usable, const search_state *state, uint32_t task,
                               hddl_numbers *methods);
