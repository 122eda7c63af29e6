/* The queue that explores; see search_type_queue.h. */
#include "hddl/search/search_type_queue.h"

#include "hddl/common/hash.h"

static uint64_t type_hash(const void *owner, uint32_t number)
{
    return hddl_mix(((const search_type_queue *)owner)->types[number].key);
}

/* The type with this key, which is added if there is none. */
static search_type *find(hddl_pool *pool, search_type_queue *queue, uint64_t key)
{
    hddl_hash_index_reserve(pool, &queue->index, type_hash, queue);
    size_t slot = hddl_hash_index_first(&queue->index, hddl_mix(key));
    for (; queue->index.slots[slot] != HDDL_NONE; slot = hddl_hash_index_next(&queue->index, slot))
        if (queue->types[queue->index.slots[slot]].key == key)
            return &queue->types[queue->index.slots[slot]];
    queue->types = hddl_pool_reserve(pool, queue->types, queue->count + 1, sizeof *queue->types);
    queue->types[queue->count] = (search_type){.key = key};
    hddl_hash_index_place(&queue->index, slot, queue->count);
    return &queue->types[queue->count++];
}

void search_type_queue_add(hddl_pool *pool, search_type_queue *queue, uint64_t key, uint32_t value)
{
    search_type *type = find(pool, queue, key);
    if (type->values.count == 0)
        hddl_numbers_add(pool, &queue->filled, (uint32_t)(type - queue->types));
    hddl_numbers_add(pool, &type->values, value);
}

/* Takes the number at this position; the last number takes its place. */
static uint32_t take(hddl_numbers *numbers, size_t position)
{
    const uint32_t taken = numbers->items[position];
    numbers->items[position] = numbers->items[--numbers->count];
    return taken;
}

uint32_t search_type_queue_draw(search_type_queue *queue)
{
    const size_t position = (size_t)(hddl_draw(&queue->random) % queue->filled.count);
    search_type *type = &queue->types[queue->filled.items[position]];
    const uint32_t value = take(&type->values, (size_t)(hddl_draw(&queue->random) % type->values.count));
    if (type->values.count == 0)
        take(&queue->filled, position);
    return value;
}
