/*
 * The nodes of an Achieve's search: found again by their state in a hash table, and the open ones in a heap. Where two
 * ways to a state cost the same and have as many steps, the first in order stays. Only achieve.c uses this.
 */
#ifndef HTNI_ACHIEVE_NODES_H
#define HTNI_ACHIEVE_NODES_H

#include "../search/planner_block.h"

/*
 * What an Achieve searches (achieve.c). A node is a state of the world, as far as the tasks that the Achieve uses can
 * change it, and the best way to it that is known. Behind it lie the arguments of that way's last step, then the state.
 */
typedef struct htni_node {
    uint64_t cost;    /* of the way, exact */
    uint32_t steps;   /* of it */
    uint32_t least;   /* what is still to come costs at least this; HTN_NONE: the goal cannot be reached from here */
    uint32_t parent;  /* where the last step was taken; once the goal is found, on the way to it: the next node */
    uint32_t ordinal; /* of that step among all that were found there, in order */
    uint32_t use;     /* which task it is: a record of USES */
    uint32_t chain;   /* the next node of the same bucket */
    uint32_t hash;
    uint32_t place; /* in the heap of open nodes; HTN_NONE: it is not there, or no more */
    uint32_t goal;  /* the goal holds */
} htni_node;

/* An open node: those of the least total first, among equals those of the fewest steps. */
typedef struct htni_open {
    uint64_t total; /* cost of the way and least of what is to come */
    uint32_t steps;
    uint32_t node;
} htni_open;

/* A node's size but for the state. */
static inline uint32_t htni_node_head(uint32_t arguments)
{
    return (uint32_t)((sizeof(htni_node) + arguments * sizeof(int32_t) + 7) & ~(size_t)7);
}

/* A way to a state: from `parent` (explored, so that the way there is final) by `ordinal`. */
typedef struct htni_way {
    uint64_t cost;
    uint32_t steps;
    uint32_t parent, ordinal;
} htni_way;

static inline htni_node *htni_node_at(const htn_planner *planner, uint32_t node)
{
    const size_t at = (size_t)node * planner->achieve.stride;
    return (htni_node *)(void *)(htni_region(&planner->machine, planner->achieve.nodes_at) + at);
}

static inline int32_t *htni_node_arguments(htni_node *node)
{
    return (int32_t *)(void *)(node + 1);
}

static inline uint8_t *htni_node_state(const htn_planner *planner, htni_node *node)
{
    return (uint8_t *)node + planner->achieve.state_at;
}

/* Forgets all nodes. */
void htni_nodes_clear(htn_planner *planner);

/* The hash of a state, and the node that has the same one; HTN_NONE: none has. */
uint32_t htni_state_hash(const htn_planner *planner, const uint8_t *state);
uint32_t htni_nodes_find(const htn_planner *planner, const uint8_t *state, uint32_t hash);

/* Takes in the node behind the last one, whose fields are filled in but for the links. */
void htni_nodes_add(htn_planner *planner);

/* Whether a way is better than the one that is known: cheaper, as cheap with fewer steps, or first in order. */
bool htni_nodes_better(const htn_planner *planner, const htni_way *way, uint32_t node);

/* Which of two nodes, whose ways have as many steps, comes first in order. */
bool htni_nodes_precede(const htn_planner *planner, uint32_t a, uint32_t b);

/* Puts a node among the open ones; moves one that is among them, whose way has become better; takes off the first. */
void htni_open_add(htn_planner *planner, uint32_t node);
void htni_open_improve(htn_planner *planner, uint32_t node);
htni_open htni_open_first(const htn_planner *planner);
void htni_open_remove_first(htn_planner *planner);

#endif
