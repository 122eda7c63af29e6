/*
 * Progression over the ground problem: a state, the tasks that are still to be done, and what follows from them without a
 * choice. States and lists of pending tasks are kept once each, so a number stands for them: a list is a cell (its first
 * task and the cell of the rest), a state is a row of bits.
 *
 * There is one state at hand, `now`, with the list `cell`; search_load() puts another there. Everything that is forced is done at
 * once by search_advance(): an action that is first is applied, a task that only one method can decompose is decomposed. So
 * a node of a search is a real choice, and which forced decisions lie between two nodes can be had again by doing the same.
 */
#ifndef HTN_SOLVE_SEARCH_NODES_H
#define HTN_SOLVE_SEARCH_NODES_H

#include "hddl/ground/ground.h"
#include "hddl/search/search_table.h"

enum { SEARCH_EMPTY = 0 }; /* the cell of no tasks */

typedef struct search_cell {
    uint32_t task; /* as in ground_problem's subtasks */
    uint32_t rest; /* a cell */
} search_cell;

typedef struct search_pair {
    uint32_t state, cell;
} search_pair;

/* Told of every decision: of an action that is applied, or of a method. False: no memory. */
typedef bool search_heard(void *user, bool primitive, uint32_t index);

typedef struct search_nodes {
    const ground_problem *problem;
    hddl_budget *budget;
    size_t words;      /* of a state */
    uint64_t *keys;    /* a random number for each fact: a state's hash is what its facts' come to by xor */
    uint32_t *changes; /* room for the effects of one action */
    size_t changes_capacity;

    uint64_t *states;
    size_t states_capacity; /* in words */
    uint64_t *hashes;
    size_t hashes_capacity;
    uint32_t state_count;
    search_table state_table;

    search_cell *cells;
    size_t cells_capacity;
    uint32_t cell_count;
    search_table cell_table;

    search_pair *pairs; /* those that have been met */
    size_t pairs_capacity;
    uint32_t pair_count;
    search_table pair_table;

    uint64_t *now;
    uint64_t hash;
    uint32_t cell;
    uint32_t *methods; /* after SEARCH_CHOICE: those that can be used, in the problem's order */
    uint32_t method_count;
    size_t methods_capacity;

    search_heard *heard; /* NULL: nobody */
    void *user;
} search_nodes;

/* At first `now` is the initial state, and the root is pending. False: no memory; free it all the same. */
bool search_nodes_init(search_nodes *nodes, const ground_problem *problem, hddl_budget *budget);
void search_nodes_free(search_nodes *nodes);

/* The initial state and task again. */
bool search_restart(search_nodes *nodes);
void search_load(search_nodes *nodes, uint32_t state, uint32_t cell);

/* Fills in `methods` for the first pending task, which is compound. False: no memory. */
bool search_list_methods(search_nodes *nodes);

/* The first pending task is decomposed by this method. False: no memory. */
bool search_decompose(search_nodes *nodes, uint32_t method);

typedef enum search_step {
    SEARCH_CHOICE, /* the first pending task is compound, and `methods` are what can decompose it */
    SEARCH_DEAD,   /* something that is first cannot be done */
    SEARCH_DONE,   /* nothing is pending: a plan */
    SEARCH_FULL    /* no memory */
} search_step;

/* What is forced. A long chain is interrupted by a choice with one method, always at the same place. */
search_step search_advance(search_nodes *nodes);

/* The number of `now`; HDDL_NONE: no memory. */
uint32_t search_state_number(search_nodes *nodes);

/* Whether this is new; it is not the second time. False in `*fits`: no memory. */
bool search_pair_is_new(search_nodes *nodes, uint32_t state, uint32_t cell, bool *fits);

static inline const uint64_t *search_state(const search_nodes *nodes, uint32_t state)
{
    return nodes->states + state * nodes->words;
}

static inline bool search_has(const uint64_t *state, uint32_t fact)
{
    return state[fact / 64] >> fact % 64 & 1;
}

#endif
