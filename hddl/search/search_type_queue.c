/* The queue that explores; see search_type_queue.h. */
#include "hddl/search/search_type_queue.h"

#include "hddl/common/hash.h"

/* The type with this key, which is added if there is none. */
static search_type *find(hddl_pool *pool, search_type_queue *queue, uint64_t key)
{
    const uint64_t hash = hddl_mix(key);
    hddl_hash_index_reserve(pool, &queue->index);
    hddl_hash_slot *slot = hddl_hash_index_first(&queue->index, hash);
    for (; slot->item != HDDL_NONE; slot = hddl_hash_index_next(&queue->index, slot))
        if (queue->types[slot->item].key == key)
            return &queue->types[slot->item];
    queue->types = hddl_pool_reserve(pool, queue->types, queue->count + 1, sizeof *queue->types);
    queue->types[queue->count] = (search_type){.key = key};
    hddl_hash_index_place(&queue->index, slot, hash, queue->count);
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
