/*
 * What the searches over the ground problem keep their things in: arrays that grow, and hash tables of indices into such
 * arrays. Memory is claimed from the budget before it is taken, so every function that may need some answers false when
 * there is none; what was there before is then as it was.
 */
#ifndef HTN_SOLVE_SEARCH_TABLE_H
#define HTN_SOLVE_SEARCH_TABLE_H

#include "hddl/common/budget.h"
#include "hddl/common/hash.h"
#include "hddl/common/none.h"
#include <stdint.h>

/* Room for `needed` items of `size` bytes in `*array`, which has `*capacity` of them (NULL: 0). What is new is not zeroed. */
bool search_grow(hddl_budget *budget, void **array, size_t *capacity, size_t needed, size_t size);

/* Gives an array back; `*array` is NULL then. */
void search_drop(hddl_budget *budget, void **array, size_t *capacity, size_t size);

/* Zeroed; NULL: no memory. Given back by search_release() with the same count and size. */
void *search_claim(hddl_budget *budget, size_t count, size_t size);
void search_release(hddl_budget *budget, void *array, size_t count, size_t size);

/* Open addressing over indices; whoever keeps the items says what their hashes are, and which are the same. */
typedef struct search_table {
    uint32_t *slots; /* an index, or HDDL_NONE */
    size_t size;     /* a power of two, or 0 */
    size_t count;
} search_table;

typedef uint64_t search_hash(const void *user, uint32_t index);

/* Room for one more: true, or no memory. Has to be called before search_table_place(). */
bool search_table_reserve(search_table *table, hddl_budget *budget, search_hash *hash, const void *user);

/* Where to begin looking for a hash, and where to go on. An empty slot ends the search. */
static inline size_t search_table_first(const search_table *table, uint64_t hash)
{
    return (size_t)(hash & (table->size - 1));
}

static inline size_t search_table_next(const search_table *table, size_t slot)
{
    return (slot + 1) & (table->size - 1);
}

static inline void search_table_place(search_table *table, size_t slot, uint32_t index)
{
    table->slots[slot] = index;
    table->count++;
}

void search_table_free(search_table *table, hddl_budget *budget);

#endif
