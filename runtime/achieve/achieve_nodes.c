/*
 * A* (Hart, Nilsson, Raphael, "A formal basis for the heuristic determination of minimum cost paths", IEEE SSC
 * 4, 1968) over pairs (cost, steps). The open list is a binary heap, and each node knows its place in it. The
 * hash table begins small and doubles, so that a short search has little to clear.
 */
#include "achieve_nodes.h"

enum { FIRST_BUCKETS = 64 };

static uint32_t *buckets(const htni_achieve_search *achieve)
{
    return (uint32_t *)(void *)htni_achieve_region(achieve, achieve->buckets_at);
}

/* --- The table ------------------------------------------------------------------------------------ */

static void use_buckets(htni_achieve_search *achieve, uint32_t count)
{
    achieve->buckets = count;
    memset(buckets(achieve), 0xFF, (size_t)count * sizeof(uint32_t));
}

void htni_nodes_clear(htni_achieve_search *achieve)
{
    achieve->count = 0;
    achieve->open = 0;
    use_buckets(achieve, FIRST_BUCKETS);
}

/* A state has whole words. */
static inline uint32_t hash_state(const htni_achieve_search *achieve, const uint8_t *state)
{
    uint64_t hash = 0;
    for (uint32_t at = 0; at < achieve->state_bytes; at += 8) {
        uint64_t word;
        memcpy(&word, state + at, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

uint32_t htni_nodes_find(const htni_achieve_search *achieve, htni_node *node)
{
    const uint8_t *state = htni_node_state(achieve, node);
    const uint32_t hash = hash_state(achieve, state);
    uint32_t found = buckets(achieve)[hash & (achieve->buckets - 1)];
    node->hash = hash;
    while (found != HTN_NONE) {
        htni_node *other = htni_node_at(achieve, found);
        if (other->hash == hash && memcmp(htni_node_state(achieve, other), state, achieve->state_bytes) == 0)
            return found;
        found = other->next_in_bucket;
    }
    return HTN_NONE;
}

static void link_node(htni_achieve_search *achieve, uint32_t index)
{
    htni_node *node = htni_node_at(achieve, index);
    uint32_t *bucket = &buckets(achieve)[node->hash & (achieve->buckets - 1)];
    node->next_in_bucket = *bucket;
    *bucket = index;
}

void htni_nodes_add(htni_achieve_search *achieve)
{
    htni_node_at(achieve, achieve->count)->open_index = HTN_NONE;
    link_node(achieve, achieve->count++);
    if (achieve->count <= achieve->buckets || achieve->buckets >= achieve->most_nodes)
        return;
    use_buckets(achieve, achieve->buckets * 2);
    for (uint32_t i = 0; i < achieve->count; i++)
        link_node(achieve, i);
}

/* --- Order ---------------------------------------------------------------------------------------- */

/*
 * Compares two ways with the same number of steps, each given by its last step: goes up both until they meet.
 * The step behind that point decides.
 */
static bool precedes(const htni_achieve_search *achieve, uint32_t a_parent, uint32_t a_ordinal, uint32_t b_parent,
                     uint32_t b_ordinal)
{
    while (a_parent != b_parent) {
        const htni_node *a = htni_node_at(achieve, a_parent), *b = htni_node_at(achieve, b_parent);
        a_parent = a->parent;
        a_ordinal = a->ordinal;
        b_parent = b->parent;
        b_ordinal = b->ordinal;
    }
    return a_ordinal < b_ordinal;
}

bool htni_nodes_better(const htni_achieve_search *achieve, const htni_way *way, uint32_t index)
{
    const htni_node *node = htni_node_at(achieve, index);
    if (way->cost != node->cost)
        return way->cost < node->cost;
    if (way->steps != node->steps)
        return way->steps < node->steps;
    return precedes(achieve, way->parent, way->ordinal, node->parent, node->ordinal);
}

bool htni_nodes_precede(const htni_achieve_search *achieve, uint32_t a, uint32_t b)
{
    const htni_node *x = htni_node_at(achieve, a), *y = htni_node_at(achieve, b);
    return precedes(achieve, x->parent, x->ordinal, y->parent, y->ordinal);
}

/* --- The heap ------------------------------------------------------------------------------------- */

static bool is_before(const htni_open_node *a, const htni_open_node *b)
{
    return a->total != b->total ? a->total < b->total : a->steps < b->steps;
}

static void put(const htni_achieve_search *achieve, uint32_t index, htni_open_node entry)
{
    htni_open_list(achieve)[index] = entry;
    htni_node_at(achieve, entry.node)->open_index = index;
}

/* Moves an entry up from `index`, which is free. */
static void rise(const htni_achieve_search *achieve, uint32_t index, htni_open_node entry)
{
    const htni_open_node *open = htni_open_list(achieve);
    while (index > 0 && is_before(&entry, &open[(index - 1) / 2])) {
        put(achieve, index, open[(index - 1) / 2]);
        index = (index - 1) / 2;
    }
    put(achieve, index, entry);
}

static void sink(const htni_achieve_search *achieve, htni_open_node entry)
{
    const htni_open_node *open = htni_open_list(achieve);
    const uint32_t count = achieve->open;
    uint32_t index = 0, child = 1;
    while (child < count) {
        child += child + 1 < count && is_before(&open[child + 1], &open[child]);
        if (!is_before(&open[child], &entry))
            break;
        put(achieve, index, open[child]);
        index = child;
        child = 2 * index + 1;
    }
    put(achieve, index, entry);
}

static htni_open_node entry_of(const htni_achieve_search *achieve, uint32_t index)
{
    const htni_node *node = htni_node_at(achieve, index);
    return (htni_open_node){node->cost + node->estimate, node->steps, index};
}

void htni_open_add(htni_achieve_search *achieve, uint32_t node)
{
    rise(achieve, achieve->open++, entry_of(achieve, node));
}

void htni_open_improve(htni_achieve_search *achieve, uint32_t node)
{
    rise(achieve, htni_node_at(achieve, node)->open_index, entry_of(achieve, node));
}

void htni_open_remove_first(htni_achieve_search *achieve)
{
    const htni_open_node *open = htni_open_list(achieve);
    htni_node_at(achieve, open[0].node)->open_index = HTN_NONE;
    if (--achieve->open > 0)
        sink(achieve, open[achieve->open]);
}
