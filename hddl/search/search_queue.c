/* The queues of the best-first searches: see search_queue.h. */
#include "hddl/search/search_queue.h"

bool search_heap_push(search_heap *heap, hddl_budget *budget, uint64_t key, uint32_t value)
{
    if (!search_grow(budget, (void **)&heap->entries, &heap->capacity, heap->count + 1, sizeof *heap->entries))
        return false;
    size_t at = heap->count++;
    while (at && heap->entries[(at - 1) / 2].key > key) {
        heap->entries[at] = heap->entries[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap->entries[at] = (search_entry){key, value};
    return true;
}

search_entry search_heap_pop(search_heap *heap)
{
    search_entry top = heap->entries[0], last = heap->entries[--heap->count];
    size_t at = 0;
    for (;;) {
        size_t child = at * 2 + 1;
        if (child >= heap->count)
            break;
        if (child + 1 < heap->count && heap->entries[child + 1].key < heap->entries[child].key)
            child++;
        if (heap->entries[child].key >= last.key)
            break;
        heap->entries[at] = heap->entries[child];
        at = child;
    }
    heap->entries[at] = last;
    return top;
}

void search_heap_free(search_heap *heap, hddl_budget *budget)
{
    search_drop(budget, (void **)&heap->entries, &heap->capacity, sizeof *heap->entries);
    heap->count = 0;
}

/* --- The monotone one -------------------------------------------------------------------------------------------------- */

static unsigned bucket_of(uint32_t key, uint32_t last)
{
    unsigned bucket = 0;
    for (uint32_t bits = key ^ last; bits; bits >>= 1)
        bucket++;
    return bucket;
}

static bool put(search_monotone *queue, hddl_budget *budget, uint32_t key, uint32_t value)
{
    unsigned bucket = bucket_of(key, queue->last);
    size_t count = queue->buckets[bucket].count;
    if (!search_grow(budget, (void **)&queue->buckets[bucket].entries, &queue->buckets[bucket].capacity, count + 1,
                     sizeof(search_monotone_entry)))
        return false;
    queue->buckets[bucket].entries[count] = (search_monotone_entry){key, value};
    queue->buckets[bucket].count++;
    return true;
}

bool search_monotone_push(search_monotone *queue, hddl_budget *budget, uint32_t key, uint32_t value)
{
    if (!put(queue, budget, key, value))
        return false;
    queue->count++;
    return true;
}

/* The first bucket that is not empty becomes the buckets below it. */
static bool spread(search_monotone *queue, hddl_budget *budget)
{
    unsigned bucket = 1;
    while (!queue->buckets[bucket].count)
        bucket++;
    size_t count = queue->buckets[bucket].count;
    queue->last = UINT32_MAX;
    for (size_t i = 0; i < count; i++)
        if (queue->buckets[bucket].entries[i].key < queue->last)
            queue->last = queue->buckets[bucket].entries[i].key;
    for (size_t i = 0; i < count; i++) {
        search_monotone_entry entry = queue->buckets[bucket].entries[i];
        if (!put(queue, budget, entry.key, entry.value))
            return false;
    }
    queue->buckets[bucket].count = 0;
    return true;
}

bool search_monotone_pop(search_monotone *queue, hddl_budget *budget, search_monotone_entry *entry, bool *fits)
{
    *fits = true;
    if (!queue->count) {
        queue->last = 0;
        return false;
    }
    if (!queue->buckets[0].count && !spread(queue, budget)) {
        *fits = false;
        return false;
    }
    *entry = queue->buckets[0].entries[--queue->buckets[0].count];
    queue->count--;
    return true;
}

void search_monotone_clear(search_monotone *queue)
{
    for (unsigned i = 0; i < 33; i++)
        queue->buckets[i].count = 0;
    queue->count = 0;
    queue->last = 0;
}

void search_monotone_free(search_monotone *queue, hddl_budget *budget)
{
    for (unsigned i = 0; i < 33; i++)
        search_drop(budget, (void **)&queue->buckets[i].entries, &queue->buckets[i].capacity,
                    sizeof(search_monotone_entry));
}
