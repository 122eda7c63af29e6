/* Lists of pending tasks; see search_pending.h. */
#include "hddl/search/search_pending.h"

#include "hddl/common/hash.h"

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
    const uint64_t hash = hddl_mix((uint64_t)item << 32 | rest);
    hddl_hash_index_reserve(pending->pool, index);
    hddl_hash_slot *slot = hddl_hash_index_first(index, hash);
    for (; slot->item != HDDL_NONE; slot = hddl_hash_index_next(index, slot)) {
        const search_list *list = &pending->lists[slot->item];
        if (list->item == item && list->rest == rest)
            return slot->item;
    }
    pending->lists = hddl_pool_reserve(pending->pool, pending->lists, pending->count + 1, sizeof *pending->lists);
    const uint32_t number = hddl_pool_u32(pending->pool, pending->count++);
    pending->lists[number] = (search_list){item, rest};
    hddl_hash_index_place(index, slot, hash, number);
    return number;
}
