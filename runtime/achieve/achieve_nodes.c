/*
 * A* (Hart, Nilsson, Raphael, "A formal basis for the heuristic determination of minimum cost paths", IEEE SSC
 * 4, 1968) over pairs (cost, steps). The open list is a binary heap of such pairs; nodes with the same one are
 * linked, as there are few pairs where costs are small. The hash table begins small and doubles, so that a short
 * search has little to clear.
 */
#include "achieve_nodes.h"

enum { FIRST_BUCKETS = 64, FIRST_SHIFT = 58 /* 64 bits, but for the 6 that number these */ };

/* --- The table ------------------------------------------------------------------------------------ */

static void use_buckets(htni_achieve_search *achieve, uint32_t count, uint32_t shift)
{
    achieve->buckets = count;
    achieve->bucket_shift = shift;
    memset(htni_buckets(achieve), 0xFF, (size_t)count * sizeof(uint32_t));
}

void htni_nodes_clear(htni_achieve_search *achieve)
{
    achieve->count = 0;
    achieve->open = 0;
    memset(achieve->last_open, 0xFF, sizeof achieve->last_open);
    use_buckets(achieve, FIRST_BUCKETS, FIRST_SHIFT);
}

/* An odd number for each word of a state (Steele, Lea, Flood, "Fast splittable pseudorandom number generators"). */
uint64_t htni_hash_factor(uint32_t word)
{
    uint64_t mixed = (word + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return (mixed ^ mixed >> 31) | 1;
}

uint64_t htni_hash_state(const htni_achieve_search *achieve, const uint64_t *state)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < achieve->state_bytes / sizeof *state; i++)
        hash += state[i] * htni_hash_factor(i);
    return hash;
}

static void link_node(htni_achieve_search *achieve, uint32_t index)
{
    htni_node *node = htni_node_at(achieve, index);
    uint32_t *bucket = &htni_buckets(achieve)[node->hash >> achieve->bucket_shift];
    node->next_in_bucket = *bucket;
    *bucket = index;
}

void htni_nodes_add(htni_achieve_search *achieve)
{
    htni_node_at(achieve, achieve->count)->open_index = HTNI_NOT_OPEN;
    link_node(achieve, achieve->count++);
    if (achieve->count <= achieve->buckets || achieve->buckets >= achieve->most_nodes)
        return;
    use_buckets(achieve, achieve->buckets * 2, achieve->bucket_shift - 1);
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
    const uint8_t *const nodes = htni_achieve_region(achieve, achieve->nodes_at);
    const size_t stride = achieve->stride;
    while (a_parent != b_parent) {
        const htni_node *a = (const htni_node *)(const void *)(nodes + a_parent * stride);
        const htni_node *b = (const htni_node *)(const void *)(nodes + b_parent * stride);
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

/* --- The open list -------------------------------------------------------------------------------- */

static bool is_before(const htni_open_node *a, const htni_open_node *b)
{
    return a->total != b->total ? a->total < b->total : a->steps < b->steps;
}

/* The heap, for moving entries: where its entries and the nodes are. */
typedef struct heap {
    htni_open_node *open;
    uint8_t *nodes;
    size_t stride;
} heap;

static inline heap heap_of(const htni_achieve_search *achieve)
{
    const heap made = {htni_open_list(achieve), htni_achieve_region(achieve, achieve->nodes_at), achieve->stride};
    return made;
}

static inline void put(const heap *in, uint32_t index, const htni_open_node *entry)
{
    htni_node *node = (htni_node *)(void *)(in->nodes + entry->node * in->stride);
    in->open[index] = *entry;
    node->open_index = index;
}

/* Moves an entry up from `index`, which is free. */
static void rise(const htni_achieve_search *achieve, uint32_t index, htni_open_node entry)
{
    const heap in = heap_of(achieve);
    while (index > 0 && is_before(&entry, &in.open[(index - 1) / 2])) {
        put(&in, index, &in.open[(index - 1) / 2]);
        index = (index - 1) / 2;
    }
    put(&in, index, &entry);
}

static void sink(const htni_achieve_search *achieve, htni_open_node entry)
{
    const heap in = heap_of(achieve);
    const uint32_t count = achieve->open;
    uint32_t index = 0, child = 1;
    while (child < count) {
        const htni_open_node *best = &in.open[child];
        if (child + 1 < count && is_before(best + 1, best)) {
            best++;
            child++;
        }
        if (!is_before(best, &entry))
            break;
        put(&in, index, best);
        index = child;
        child = 2 * index + 1;
    }
    put(&in, index, &entry);
}

static inline htni_open_node entry_of(const htni_achieve_search *achieve, uint32_t index)
{
    const htni_node *node = htni_node_at(achieve, index);
    return (htni_open_node){node->cost + node->estimate, node->steps, index};
}

/* The open node that was added last with this total and number of steps, if it is still known; HTN_NONE: it is not. */
static inline uint32_t equal_of(const htni_achieve_search *achieve, const htni_open_node *entry, uint32_t known)
{
    if (known >= achieve->count || htni_node_at(achieve, known)->open_index == HTNI_NOT_OPEN)
        return HTN_NONE;
    const htni_open_node other = entry_of(achieve, known);
    return other.total == entry->total && other.steps == entry->steps ? known : HTN_NONE;
}

void htni_open_add(htni_achieve_search *achieve, uint32_t index)
{
    const htni_open_node entry = entry_of(achieve, index);
    uint32_t *const last = &achieve->last_open[(entry.total ^ entry.steps << 2) % HTNI_LAST_OPEN];
    const uint32_t equal = equal_of(achieve, &entry, *last);
    htni_node *node = htni_node_at(achieve, index);
    *last = index;
    node->before = equal;
    node->behind = HTN_NONE;
    if (equal == HTN_NONE) {
        rise(achieve, achieve->open++, entry);
        return;
    }
    htni_node *before = htni_node_at(achieve, equal);
    node->open_index = HTNI_BEHIND;
    node->behind = before->behind;
    before->behind = index;
    if (node->behind != HTN_NONE)
        htni_node_at(achieve, node->behind)->before = index;
}

/* The node behind the first of its equals takes its place in the heap. */
static inline void take_place(const htni_achieve_search *achieve, uint32_t place, uint32_t index)
{
    htni_node *node = htni_node_at(achieve, index);
    node->before = HTN_NONE;
    node->open_index = place;
    htni_open_list(achieve)[place].node = index;
}

void htni_open_improve(htni_achieve_search *achieve, uint32_t index, const htni_way *way)
{
    htni_node *node = htni_node_at(achieve, index);
    const bool stays = way->cost == node->cost && way->steps == node->steps;
    htni_take_way(node, way);
    if (stays)
        return;
    if (node->open_index != HTNI_BEHIND && node->behind == HTN_NONE) {
        rise(achieve, node->open_index, entry_of(achieve, index));
        return;
    }
    if (node->open_index != HTNI_BEHIND)
        take_place(achieve, node->open_index, node->behind);
    else {
        htni_node_at(achieve, node->before)->behind = node->behind;
        if (node->behind != HTN_NONE)
            htni_node_at(achieve, node->behind)->before = node->before;
    }
    node->open_index = HTNI_NOT_OPEN; /* also where it is the last one that was added */
    htni_open_add(achieve, index);
}

void htni_open_remove_first(htni_achieve_search *achieve)
{
    const htni_open_node *open = htni_open_list(achieve);
    htni_node *node = htni_node_at(achieve, open[0].node);
    node->open_index = HTNI_NOT_OPEN;
    if (node->behind != HTN_NONE)
        take_place(achieve, 0, node->behind);
    else if (--achieve->open > 0)
        sink(achieve, open[achieve->open]);
}
