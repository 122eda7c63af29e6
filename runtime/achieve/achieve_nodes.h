/*
 * The nodes of an Achieve's search: a hash table finds a node by its state; the open list is a heap of lists of equal
 * nodes. Of two ways to a state with the same cost and number of steps, the first in order is kept.
 */
#pragma once

#include "../search/planner_block.h"

/*
 * A node: a state of the working world, as far as the tasks that the Achieve uses can change it, and the best known
 * way to it. Behind this struct lie the arguments of the way's last step, then the state.
 */
typedef struct htni_node {
    uint64_t cost;     /* of the way, exact */
    uint64_t hash;     /* of the state: htni_hash_state() */
    uint32_t steps;    /* of the way */
    uint32_t estimate; /* lower bound of the cost from here to the goal; HTN_NONE: the goal cannot be reached */
    uint32_t parent;   /* the node before the last step; once the goal is found, on the way to it: the node after */
    uint32_t ordinal;  /* of the last step, among all outcomes at the parent, in order */
    uint32_t use;      /* the last step's task: a record of USES */
    uint32_t next_in_bucket; /* of the hash table */
    uint32_t open_index;     /* in the heap, if it is the first of its equals; else one of these */
    uint32_t before, behind; /* its neighbours among its equals; HTN_NONE: none */
    uint32_t goal;           /* the goal holds */
} htni_node;

#define HTNI_NOT_OPEN HTN_NONE       /* not in the open list, or no more */
#define HTNI_BEHIND   (HTN_NONE - 1) /* in the open list, behind an equal node */

/*
 * An entry of the heap: nodes with the same total and number of steps, linked, of which it names the first. The lowest total comes
 * first; among equal ones, the fewest steps.
 */
typedef struct htni_open_node {
    uint64_t total; /* cost of the way, plus estimate */
    uint32_t steps;
    uint32_t node;
} htni_open_node;

/* Bytes of a node in front of its state. */
static inline uint32_t htni_node_head(uint32_t arguments)
{
    return (uint32_t)((sizeof(htni_node) + arguments * sizeof(int32_t) + 7) & ~(size_t)7);
}

/* A way to a state: by outcome number `ordinal` at `parent`. That is expanded, so the way to it is final. */
typedef struct htni_way {
    uint64_t cost;
    uint32_t steps;
    uint32_t parent, ordinal;
    uint32_t use; /* of the last step */
} htni_way;

/* A region of nodes: see htni_achieve_search. */
static inline void *htni_achieve_region(const htni_achieve_search *achieve, uint32_t offset)
{
    return (uint8_t *)(uintptr_t)achieve + offset;
}

static inline htni_node *htni_node_at(const htni_achieve_search *achieve, uint32_t node)
{
    const size_t at = (size_t)node * achieve->stride;
    return (htni_node *)(void *)((uint8_t *)htni_achieve_region(achieve, achieve->nodes_at) + at);
}

static inline int32_t *htni_node_arguments(htni_node *node)
{
    return (int32_t *)(void *)(node + 1);
}

static inline uint64_t *htni_node_state(const htni_achieve_search *achieve, htni_node *node)
{
    return (uint64_t *)(void *)((uint8_t *)node + achieve->state_at);
}

/* Forgets all nodes. */
void htni_nodes_clear(htni_achieve_search *achieve);

/*
 * The hash of a state: the sum of its words, each times a factor of its own. So a word that grows by n adds n times its
 * factor, whatever the others are. It says most in its upper bits.
 */
uint64_t htni_hash_factor(uint32_t word);
uint64_t htni_hash_state(const htni_achieve_search *achieve, const uint64_t *state);

static inline uint32_t *htni_buckets(const htni_achieve_search *achieve)
{
    return (uint32_t *)htni_achieve_region(achieve, achieve->buckets_at);
}

/* A state has at least one word. */
static inline bool htni_same_state(const htni_achieve_search *achieve, const uint64_t *a, const uint64_t *b)
{
    const uint64_t *const end = a + achieve->state_bytes / sizeof *a;
    do {
        if (*a != *b)
            return false;
        b++;
    } while (++a < end);
    return true;
}

/* Finds the node in the table that has this state, whose hash that is; HTN_NONE: none. */
static inline uint32_t htni_nodes_find(const htni_achieve_search *achieve, const uint64_t *state, uint64_t hash)
{
    uint32_t found = htni_buckets(achieve)[hash >> achieve->bucket_shift];
    while (found != HTN_NONE) {
        htni_node *other = htni_node_at(achieve, found);
        if (other->hash == hash && htni_same_state(achieve, htni_node_state(achieve, other), state))
            break;
        found = other->next_in_bucket;
    }
    return found;
}

static inline void htni_take_way(htni_node *node, const htni_way *way)
{
    node->cost = way->cost;
    node->steps = way->steps;
    node->parent = way->parent;
    node->ordinal = way->ordinal;
    node->use = way->use;
}

/* Adds the node behind the last one. Its fields are filled in, except the links. */
void htni_nodes_add(htni_achieve_search *achieve);

/* Whether a way is better than the known one to that node: cheaper; as cheap with fewer steps; or first in order. */
bool htni_nodes_better(const htni_achieve_search *achieve, const htni_way *way, uint32_t node);

/* Whether the way to node `a` comes first in order. Both ways have the same number of steps. */
bool htni_nodes_precede(const htni_achieve_search *achieve, uint32_t a, uint32_t b);

/* The heap of the open list. Its first entry is the best one. */
static inline htni_open_node *htni_open_list(const htni_achieve_search *achieve)
{
    return (htni_open_node *)htni_achieve_region(achieve, achieve->heap_at);
}

/* The open list: adds a node; gives a node of it a better way, and its place; removes its first node. */
void htni_open_add(htni_achieve_search *achieve, uint32_t node);
void htni_open_improve(htni_achieve_search *achieve, uint32_t node, const htni_way *way);
void htni_open_remove_first(htni_achieve_search *achieve);
