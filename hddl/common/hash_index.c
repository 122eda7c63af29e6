/* The solver's hash table; see hash_index.h. Growing doubles it and places every item again. */
#include "hddl/common/hash_index.h"

#include <string.h>

enum { FIRST_SLOTS = 8 };

void hddl_hash_index_grow(hddl_pool *pool, hddl_hash_index *index)
{
    const hddl_hash_index old = *index;
    const size_t size = old.size != 0 ? old.size * 2 : FIRST_SLOTS;
    *index = (hddl_hash_index){.slots = hddl_pool_zeroed(pool, size, sizeof *index->slots), .size = size};
    memset(index->slots, 0xFF, size * sizeof *index->slots); /* HDDL_NONE */
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i].item != HDDL_NONE)
            hddl_hash_index_add(index, old.slots[i].hash, old.slots[i].item);
    hddl_pool_release(pool, old.slots);
}

void hddl_hash_index_free(hddl_pool *pool, hddl_hash_index *index)
{
    hddl_pool_release(pool, index->slots);
    *index = (hddl_hash_index){0};
}
