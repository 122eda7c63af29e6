/*
 * Two queues of numbers with keys, least key first. The monotone one is a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, "Faster
 * Algorithms for the Shortest Path Problem", 1990): no key may be below the one that was taken last, until it is empty.
 */
#ifndef HTN_SOLVE_SEARCH_QUEUE_H
#define HTN_SOLVE_SEARCH_QUEUE_H

#include "hddl/search/search_table.h"

typedef struct search_entry {
    uint64_t key;
    uint32_t value;
} search_entry;

typedef struct search_heap {
    search_entry *entries;
    size_t capacity;
    size_t count;
} search_heap;

/* False: no memory. */
bool search_heap_push(search_heap *heap, hddl_budget *budget, uint64_t key, uint32_t value);
search_entry search_heap_pop(search_heap *heap); /* there must be one */
void search_heap_free(search_heap *heap, hddl_budget *budget);

typedef struct search_monotone_entry {
    uint32_t key, value;
} search_monotone_entry;

typedef struct search_monotone {
    struct {
        search_monotone_entry *entries;
        size_t capacity;
        size_t count;
    } buckets[33]; /* by the highest bit in which a key differs from `last` */
    uint32_t last;
    size_t count;
} search_monotone;

bool search_monotone_push(search_monotone *queue, hddl_budget *budget, uint32_t key, uint32_t value);
/* True: taken. False in `*fits`: no memory; false: there is none, and any key may come next. */
bool search_monotone_pop(search_monotone *queue, hddl_budget *budget, search_monotone_entry *entry, bool *fits);
void search_monotone_clear(search_monotone *queue);
void search_monotone_free(search_monotone *queue, hddl_budget *budget);

#endif
