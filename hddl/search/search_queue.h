/*
 * Two queues of numbers with keys; the least key comes first. The monotone one is a radix heap (Ahuja, Mehlhorn,
 * Orlin and Tarjan, "Faster Algorithms for the Shortest Path Problem", 1990): no key may be below the one that
 * was taken last, until the queue is empty. Both are empty when they are zeroed.
 */
#pragma once

#include "hddl/common/pool.h"

typedef struct search_entry {
    uint64_t key;
    uint32_t value;
} search_entry;

typedef struct search_heap {
    search_entry *entries;
    size_t count;
} search_heap;

void search_heap_push(hddl_pool *pool, search_heap *heap, uint64_t key, uint32_t value);

/* Takes the value with the least key. There must be one. */
uint32_t search_heap_pop(search_heap *heap);

typedef struct search_monotone_entry {
    uint32_t key, value;
} search_monotone_entry;

typedef struct search_monotone {
    struct {
        search_monotone_entry *entries;
        size_t count;
    } buckets[33]; /* by the highest bit in which a key differs from `last` */
    uint32_t last;
} search_monotone;

void search_monotone_push(hddl_pool *pool, search_monotone *queue, uint32_t key, uint32_t value);

/* Takes the value with the least key; HDDL_NONE: the queue is empty, and any key may come next. */
uint32_t search_monotone_pop(hddl_pool *pool, search_monotone *queue);

/* Drops all entries, and keeps the memory. */
void search_monotone_clear(search_monotone *queue);
