/* Lists of pending tasks; see search_pending.h. */
#include "hddl/search/search_pending.h"

#include "hddl/common/hash.h"

static uint64_t hash_of(const void *owner, uint32_t number)
{
    const search_list *list = &((const search_pending *)owner)->lists[number];
    return hddl_mix((uint64_t)list->item << 32 | list->rest);
}

void search_pending_init(search_pending *pending, hddl_pool *pool)
{
    *pending = (search_pending){.pool = pool, .count = 1};
    pending->lists = hddl_pool_reserve(pool, NULL, 1, sizeof *pending->lists);
    pending->lists[SEARCH_EMPTY] = (search_list){HDDL_NONE, SEARCH_EMPTY};
}

void search_pending_free(search_pending *pending)
{
    hddl_pool_release(pending->pool, pending->lists);
    hddl_hash_index_free(pending->pool, &pending->index);
}

uint32_t search_pending_push(search_pending *pending, uint32_t item, uint32_t rest)
{
    hddl_hash_index *index = &pending->index;
    hddl_hash_index_reserve(pending->pool, index, hash_of, pending);
    size_t slot = hddl_hash_index_first(index, hddl_mix((uint64_t)item << 32 | rest));
    for (; index->slots[slot] != HDDL_NONE; slot = hddl_hash_index_next(index, slot)) {
        const search_list *list = &pending->lists[index->slots[slot]];
        if (list->item == item && list->rest == rest)
            return index->slots[slot];
    }
    pending->lists = hddl_pool_reserve(pending->pool, pending->lists, pending->count + 1, sizeof *pending->lists);
    const uint32_t number = hddl_pool_u32(pending->pool, pending->count++);
    pending->lists[number] = (search_list){item, rest};
    hddl_hash_index_place(index, slot, number);
    return number;
}
