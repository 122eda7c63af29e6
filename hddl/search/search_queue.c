/* The queues of best-first search; see search_queue.h. */
#include "hddl/search/search_queue.h"

#include "hddl/common/none.h"

/* --- A binary heap ---------------------------------------------------------------------------------------------------- */

void search_heap_push(hddl_pool *pool, search_heap *heap, uint64_t key, uint32_t value)
{
    heap->entries = hddl_pool_reserve(pool, heap->entries, heap->count + 1, sizeof *heap->entries);
    size_t at = heap->count++;
    for (; at > 0 && heap->entries[(at - 1) / 2].key > key; at = (at - 1) / 2)
        heap->entries[at] = heap->entries[(at - 1) / 2];
    heap->entries[at] = (search_entry){key, value};
}

uint32_t search_heap_pop(search_heap *heap)
{
    const search_entry top = heap->entries[0], last = heap->entries[--heap->count];
    size_t at = 0;
    for (size_t child; (child = at * 2 + 1) < heap->count; at = child) {
        if (child + 1 < heap->count && heap->entries[child + 1].key < heap->entries[child].key)
            child++;
        if (heap->entries[child].key >= last.key)
            break;
        heap->entries[at] = heap->entries[child];
    }
    heap->entries[at] = last;
    return top.value;
}

/* --- The monotone queue ----------------------------------------------------------------------------------------------- */

enum { BUCKETS = sizeof((search_monotone *)NULL)->buckets / sizeof((search_monotone *)NULL)->buckets[0] };

void search_monotone_push(hddl_pool *pool, search_monotone *queue, uint32_t key, uint32_t value)
{
    unsigned number = 0;
    for (uint32_t bits = key ^ queue->last; bits != 0; bits >>= 1)
        number++;
    const size_t count = queue->buckets[number].count++;
    queue->buckets[number].entries =
        hddl_pool_reserve(pool, queue->buckets[number].entries, count + 1, sizeof(search_monotone_entry));
    queue->buckets[number].entries[count] = (search_monotone_entry){key, value};
}

/* Moves the entries of a bucket to those below it, so that its least keys are in the first. */
static void spread(hddl_pool *pool, search_monotone *queue, unsigned bucket)
{
    const search_monotone_entry *entries = queue->buckets[bucket].entries;
    const size_t count = queue->buckets[bucket].count;
    queue->last = UINT32_MAX;
    for (size_t i = 0; i < count; i++)
        if (entries[i].key < queue->last)
            queue->last = entries[i].key;
    for (size_t i = 0; i < count; i++)
        search_monotone_push(pool, queue, entries[i].key, entries[i].value);
    queue->buckets[bucket].count = 0;
}

uint32_t search_monotone_pop(hddl_pool *pool, search_monotone *queue)
{
    unsigned bucket = 0;
    while (bucket < BUCKETS && queue->buckets[bucket].count == 0)
        bucket++;
    if (bucket == BUCKETS) {
        queue->last = 0;
        return HDDL_NONE;
    }
    if (bucket != 0)
        spread(pool, queue, bucket);
    return queue->buckets[0].entries[--queue->buckets[0].count].value;
}

void search_monotone_clear(search_monotone *queue)
{
    for (unsigned i = 0; i < BUCKETS; i++)
        queue->buckets[i].count = 0;
    queue->last = 0;
}
