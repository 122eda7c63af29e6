/*
 * The nodes of an Achieve's search: found again by their state in a hash table, and the open ones in a heap. Where two
 * ways to a state cost the same and have as many steps, the first in order stays. Only achieve.c uses this.
 */
#ifndef HTNI_NODES_H
#define HTNI_NODES_H

#include "../internal.h"

/* A way to a state: from `parent` (explored, so that the way there is final) by `ordinal`. */
typedef struct htni_way {
    uint64_t cost;
    uint32_t steps;
    uint32_t parent, ordinal;
} htni_way;

static inline htni_node *htni_node_at(const htn_planner *planner, uint32_t node)
{
    const size_t at = (size_t)node * planner->achieving.stride;
    return (htni_node *)(void *)(htni_region(planner, planner->nodes_at) + at);
}

static inline int32_t *htni_node_arguments(htni_node *node)
{
    return (int32_t *)(void *)(node + 1);
}

static inline uint8_t *htni_node_state(const htn_planner *planner, htni_node *node)
{
    return (uint8_t *)node + planner->achieving.state_at;
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
