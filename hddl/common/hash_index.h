/*
 * The solver's hash table: open addressing with linear probing over the numbers of items that somebody else
 * keeps. The owner computes hashes and compares items, so that one table serves tuples, list nodes, states
 * and whatever else is kept once:
 *
 *     hddl_hash_index_reserve(pool, &index);
 *     hddl_hash_slot *slot = hddl_hash_index_first(&index, hash);
 *     for (; slot->item != HDDL_NONE; slot = hddl_hash_index_next(&index, slot))
 *         if (items[slot->item] is the one)
 *             return slot->item;
 *     hddl_hash_index_place(&index, slot, hash, number of the new item);
 *
 * A slot has the hash, too. So other items are hardly ever looked at, and growing looks at none.
 *
 * At most half of the slots are taken. Items are never removed.
 */
#pragma once

#include "hddl/common/none.h"
#include "hddl/common/pool.h"

typedef struct hddl_hash_slot {
    uint32_t item; /* HDDL_NONE: the slot is empty */
    uint32_t hash; /* of the item: its low 32 bits */
} hddl_hash_slot;

typedef struct hddl_hash_index {
    hddl_hash_slot *slots;
    size_t size; /* a power of two, or 0 */
    size_t count;
} hddl_hash_index;

/* The slow path of hddl_hash_index_reserve(). */
void hddl_hash_index_grow(hddl_pool *pool, hddl_hash_index *index);

/* Makes room for one more item. Slots that were found before are no longer valid. */
static inline void hddl_hash_index_reserve(hddl_pool *pool, hddl_hash_index *index)
{
    if ((index->count + 1) * 2 > index->size)
        hddl_hash_index_grow(pool, index);
}

/* Gives a table's memory back; it is empty afterwards. */
void hddl_hash_index_free(hddl_pool *pool, hddl_hash_index *index);

/* The first slot from this one on that is empty or has an item of this hash. */
static inline hddl_hash_slot *hddl_hash_index_from(const hddl_hash_index *index, size_t at, uint32_t hash)
{
    for (at &= index->size - 1; index->slots[at].item != HDDL_NONE && index->slots[at].hash != hash;)
        at = (at + 1) & (index->size - 1);
    return &index->slots[at];
}

/* Where to begin looking for an item, and where to go on. An empty slot ends the search. The table has slots. */
static inline hddl_hash_slot *hddl_hash_index_first(const hddl_hash_index *index, uint64_t hash)
{
    return hddl_hash_index_from(index, (size_t)(uint32_t)hash, (uint32_t)hash);
}

static inline hddl_hash_slot *hddl_hash_index_next(const hddl_hash_index *index, const hddl_hash_slot *slot)
{
    return hddl_hash_index_from(index, (size_t)(slot - index->slots) + 1, slot->hash);
}

/* Puts an item into the empty slot that the search for its hash ended with. */
static inline void hddl_hash_index_place(hddl_hash_index *index, hddl_hash_slot *slot, uint64_t hash, uint32_t item)
{
    *slot = (hddl_hash_slot){item, (uint32_t)hash};
    index->count++;
}

/* Adds an item for which there is room, and of which it is known that it is not there. */
static inline void hddl_hash_index_add(hddl_hash_index *index, uint64_t hash, uint32_t item)
{
    hddl_hash_slot *slot = hddl_hash_index_first(index, hash);
    while (slot->item != HDDL_NONE)
        slot = hddl_hash_index_next(index, slot);
    hddl_hash_index_place(index, slot, hash, item);
}
