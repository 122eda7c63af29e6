/*
 * The nodes of an Achieve's search; see nodes.h. The search is A* (Hart, Nilsson, Raphael, "A formal basis for the
 * heuristic determination of minimum cost paths", IEEE SSC 4, 1968) over (cost, steps), with a binary heap that knows
 * where each node is in it. The table of hashes begins small and doubles, so that a short search clears little.
 */
#include "achieve_nodes.h"

enum { FIRST_BUCKETS = 64 };

static uint32_t *buckets(const htn_planner *planner)
{
    return (uint32_t *)(void *)htni_region(&planner->machine, planner->achieve.buckets_at);
}

static htni_open *heap(const htn_planner *planner)
{
    return (htni_open *)(void *)htni_region(&planner->machine, planner->achieve.heap_at);
}

/* --- The table ------------------------------------------------------------------------------------ */

static void use_buckets(htn_planner *planner, uint32_t count)
{
    planner->achieve.buckets = count;
    memset(buckets(planner), 0xFF, (size_t)count * sizeof(uint32_t));
}

void htni_nodes_clear(htn_planner *planner)
{
    planner->achieve.count = 0;
    planner->achieve.open = 0;
    use_buckets(planner, FIRST_BUCKETS);
}

/* States are padded to whole words. */
uint32_t htni_state_hash(const htn_planner *planner, const uint8_t *state)
{
    uint64_t hash = 0;
    for (uint32_t at = 0; at < planner->achieve.state_bytes; at += 8) {
        uint64_t word;
        memcpy(&word, state + at, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

uint32_t htni_nodes_find(const htn_planner *planner, const uint8_t *state, uint32_t hash)
{
    uint32_t found = buckets(planner)[hash & (planner->achieve.buckets - 1)];
    while (found != HTN_NONE) {
        htni_node *node = htni_node_at(planner, found);
        if (node->hash == hash && memcmp(htni_node_state(planner, node), state, planner->achieve.state_bytes) == 0)
            return found;
        found = node->chain;
    }
    return HTN_NONE;
}

static void link_node(htn_planner *planner, uint32_t index)
{
    htni_node *node = htni_node_at(planner, index);
    uint32_t *bucket = &buckets(planner)[node->hash & (planner->achieve.buckets - 1)];
    node->chain = *bucket;
    *bucket = index;
}

void htni_nodes_add(htn_planner *planner)
{
    htni_achieve_search *achieving = &planner->achieve;
    htni_node_at(planner, achieving->count)->place = HTN_NONE;
    link_node(planner, achieving->count++);
    if (achieving->count <= achieving->buckets || achieving->buckets >= planner->machine.limits.nodes)
        return;
    use_buckets(planner, achieving->buckets * 2);
    for (uint32_t i = 0; i < achieving->count; i++)
        link_node(planner, i);
}

/* --- Order ---------------------------------------------------------------------------------------- */

/* Two ways of as many steps, each by its last step: up both until they part, and what decides is the step there. */
static bool precedes(const htn_planner *planner, uint32_t a_parent, uint32_t a_ordinal, uint32_t b_parent,
                     uint32_t b_ordinal)
{
    while (a_parent != b_parent) {
        const htni_node *a = htni_node_at(planner, a_parent), *b = htni_node_at(planner, b_parent);
        a_parent = a->parent;
        a_ordinal = a->ordinal;
        b_parent = b->parent;
        b_ordinal = b->ordinal;
    }
    return a_ordinal < b_ordinal;
}

bool htni_nodes_better(const htn_planner *planner, const htni_way *way, uint32_t index)
{
    const htni_node *node = htni_node_at(planner, index);
    if (way->cost != node->cost)
        return way->cost < node->cost;
    if (way->steps != node->steps)
        return way->steps < node->steps;
    return precedes(planner, way->parent, way->ordinal, node->parent, node->ordinal);
}

bool htni_nodes_precede(const htn_planner *planner, uint32_t a, uint32_t b)
{
    const htni_node *x = htni_node_at(planner, a), *y = htni_node_at(planner, b);
    return precedes(planner, x->parent, x->ordinal, y->parent, y->ordinal);
}

/* --- The heap ------------------------------------------------------------------------------------- */

static bool is_before(const htni_open *a, const htni_open *b)
{
    return a->total != b->total ? a->total < b->total : a->steps < b->steps;
}

static void put(const htn_planner *planner, uint32_t place, htni_open entry)
{
    heap(planner)[place] = entry;
    htni_node_at(planner, entry.node)->place = place;
}

/* Up from `place`, which is free. */
static void rise(const htn_planner *planner, uint32_t place, htni_open entry)
{
    const htni_open *open = heap(planner);
    while (place > 0 && is_before(&entry, &open[(place - 1) / 2])) {
        put(planner, place, open[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(planner, place, entry);
}

static void sink(const htn_planner *planner, htni_open entry)
{
    const htni_open *open = heap(planner);
    const uint32_t count = planner->achieve.open;
    uint32_t place = 0, child = 1;
    while (child < count) {
        child += child + 1 < count && is_before(&open[child + 1], &open[child]);
        if (!is_before(&open[child], &entry))
            break;
        put(planner, place, open[child]);
        place = child;
        child = 2 * place + 1;
    }
    put(planner, place, entry);
}

static htni_open entry_of(const htn_planner *planner, uint32_t index)
{
    const htni_node *node = htni_node_at(planner, index);
    return (htni_open){node->cost + node->least, node->steps, index};
}

void htni_open_add(htn_planner *planner, uint32_t node)
{
    rise(planner, planner->achieve.open++, entry_of(planner, node));
}

void htni_open_improve(htn_planner *planner, uint32_t node)
{
    rise(planner, htni_node_at(planner, node)->place, entry_of(planner, node));
}

htni_open htni_open_first(const htn_planner *planner)
{
    return heap(planner)[0];
}

void htni_open_remove_first(htn_planner *planner)
{
    const htni_open *open = heap(planner);
    htni_node_at(planner, open[0].node)->place = HTN_NONE;
    if (--planner->achieve.open > 0)
        sink(planner, open[planner->achieve.open]);
}
