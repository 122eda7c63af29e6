/*
 * Progression over the ground problem: a state, the tasks that are still to be done, and what follows from them
 * without a choice. States are kept once each, so a number stands for one, as for a list of pending tasks.
 *
 * One state is at hand, with one list of pending tasks; search_load() puts others there. search_advance()
 * does all that is forced: it executes an action that is first, and decomposes a task that only one method
 * can decompose. So a node of a search is a real choice. Doing the same again repeats the forced decisions
 * between two nodes, so they need not be stored.
 */
#pragma once

#include "hddl/search/search_pending.h"
#include "hddl/search/search_state.h"
#include "hddl/search/search_usable_methods.h"

typedef struct search_progression {
    hddl_pool *pool;
    const ground_problem *problem;
    search_state state;
    search_pending pending;
    uint32_t list; /* of `pending`: the tasks that are still to be done */

    uint64_t *kept;   /* the facts of each state that has a number */
    hddl_key *hashes; /* of each of these states */
    uint32_t kept_count;
    hddl_hash_index kept_index;
    hddl_key_set met; /* pairs of a state and a list */

    search_usable_methods usable;
    hddl_numbers methods;    /* after SEARCH_CHOICE: those that can be used, in the problem's order */
    hddl_numbers *decisions; /* each decision is added (ground_plan_builder.h); NULL: none is */
} search_progression;

/* Begins with the initial state and the root task. All memory is `pool`'s. */
void search_progression_init(search_progression *progression, hddl_pool *pool, const ground_problem *problem);

/* The initial state, and the list of the root task alone. */
enum { SEARCH_INITIAL = 0, SEARCH_ROOT = 1 };

/* Goes on from a state and a list that have these numbers. */
void search_load(search_progression *progression, uint32_t state, uint32_t list);

/* Fills in `methods` for the first pending task, which is compound. */
void search_list_methods(search_progression *progression);

/* Decomposes the first pending task by this method. */
void search_decompose(search_progression *progression, uint32_t method);

typedef enum search_step {
    SEARCH_CHOICE, /* the first pending task is compound, and `methods` can decompose it */
    SEARCH_DEAD,   /* the first pending item cannot be done */
    SEARCH_DONE    /* nothing is pending: a plan */
} search_step;

/* Does what is forced. A long chain is interrupted by a choice with one method, always at the same place. */
search_step search_advance(search_progression *progression);

/* The number of the state at hand. */
uint32_t search_state_number(search_progression *progression);

/* Whether this pair is new; it is not the second time. */
bool search_pair_is_new(search_progression *progression, uint32_t state, uint32_t list);
