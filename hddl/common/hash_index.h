/*
 * The solver's hash table: open addressing with linear probing over the numbers of items that somebody else
 * keeps. The owner computes hashes and compares items, so that one table serves tuples, list nodes, states
 * and whatever else is kept once:
 *
 *     hddl_hash_index_reserve(pool, &index, hash_of, owner);
 *     size_t slot = hddl_hash_index_first(&index, hash);
 *     for (; index.slots[slot] != HDDL_NONE; slot = hddl_hash_index_next(&index, slot))
 *         if (items[index.slots[slot]] is the one)
 *             return index.slots[slot];
 *     hddl_hash_index_place(&index, slot, number of the new item);
 *
 * At most half of the slots are taken. Items are never removed.
 */
#pragma once

#include "hddl/common/none.h"
#include "hddl/common/pool.h"

typedef struct hddl_hash_index {
    uint32_t *slots; /* an item's number, or HDDL_NONE */
    size_t size;     /* a power of two, or 0 */
    size_t count;
} hddl_hash_index;

/* The hash of an item that is in the table. The low bits count. */
typedef uint64_t hddl_hash_of(const void *owner, uint32_t item);

/* The slow path of hddl_hash_index_reserve(). */
void hddl_hash_index_grow(hddl_pool *pool, hddl_hash_index *index, hddl_hash_of *hash_of, const void *owner);

/* Makes room for one more item. Slots that were found before are no longer valid. */
static inline void hddl_hash_index_reserve(hddl_pool *pool, hddl_hash_index *index, hddl_hash_of *hash_of,
                                           const void *owner)
{
    if ((index->count + 1) * 2 > index->size)
        hddl_hash_index_grow(pool, index, hash_of, owner);
}

/* Gives a table's memory back; it is empty afterwards. */
void hddl_hash_index_free(hddl_pool *pool, hddl_hash_index *index);

/* Where to begin looking for a hash, and where to go on. An empty slot ends the search. The table has slots. */
static inline size_t hddl_hash_index_first(const hddl_hash_index *index, uint64_t hash)
{
    return (size_t)(hash & (index->size - 1));
}

static inline size_t hddl_hash_index_next(const hddl_hash_index *index, size_t slot)
{
    return (slot + 1) & (index->size - 1);
}

/* Puts an item into the empty slot that its search ended with. */
static inline void hddl_hash_index_place(hddl_hash_index *index, size_t slot, uint32_t item)
{
    index->slots[slot] = item;
    index->count++;
}
