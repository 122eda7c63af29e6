/*
 * Memory with a limit, given back as a whole; see pool.h. Blocks are doubly linked, so that any of them can
 * be resized.
 */
#include "hddl/common/pool.h"

#include <stdlib.h>
#include <string.h>

enum { TICKS_PER_CHECK = 4096 };

void hddl_pool_init(hddl_pool *pool, hddl_budget *budget, jmp_buf *failed)
{
    *pool = (hddl_pool){.budget = budget, .failed = failed};
}

_Noreturn void hddl_pool_stop(hddl_pool *pool, hddl_outcome outcome)
{
    longjmp(*pool->failed, (int)outcome);
}

void hddl_pool_tick(hddl_pool *pool)
{
    if (++pool->ticks % TICKS_PER_CHECK == 0 && hddl_budget_is_over(pool->budget))
        hddl_pool_stop(pool, HDDL_OUT_OF_TIME);
}

static void link_block(hddl_pool *pool, hddl_block *block)
{
    block->previous = NULL;
    block->next = pool->blocks;
    if (pool->blocks)
        pool->blocks->previous = block;
    pool->blocks = block;
}

static void unlink_block(hddl_pool *pool, hddl_block *block)
{
    if (block->previous)
        block->previous->next = block->next;
    else
        pool->blocks = block->next;
    if (block->next)
        block->next->previous = block->previous;
}

void *hddl_pool_resize(hddl_pool *pool, void *memory, size_t size)
{
    hddl_block *old = memory ? (hddl_block *)memory - 1 : NULL;
    size_t before = old ? old->size : 0;
    if (size > SIZE_MAX - sizeof(hddl_block) || (size > before && !hddl_budget_claim(pool->budget, size - before)))
        hddl_pool_stop(pool, HDDL_OUT_OF_MEMORY);
    if (old)
        unlink_block(pool, old);
    hddl_block *block = realloc(old, sizeof(hddl_block) + size);
    if (!block) {
        if (size > before)
            hddl_budget_release(pool->budget, size - before);
        if (old)
            link_block(pool, old);
        hddl_pool_stop(pool, HDDL_OUT_OF_MEMORY);
    }
    if (size < before)
        hddl_budget_release(pool->budget, before - size);
    block->size = size;
    link_block(pool, block);
    return block + 1;
}

void *hddl_pool_zeroed(hddl_pool *pool, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        hddl_pool_stop(pool, HDDL_OUT_OF_MEMORY);
    void *memory = hddl_pool_resize(pool, NULL, count * size);
    memset(memory, 0, count * size);
    return memory;
}

void hddl_pool_release(hddl_pool *pool, void *memory)
{
    if (memory) {
        hddl_block *block = (hddl_block *)memory - 1;
        unlink_block(pool, block);
        hddl_budget_release(pool->budget, block->size);
        free(block);
    }
}

void hddl_pool_free(hddl_pool *pool)
{
    while (pool->blocks)
        hddl_pool_release(pool, pool->blocks + 1);
}

/* By half, so that adding items one by one takes constant time for each. */
void *hddl_pool_grow(hddl_pool *pool, void *items, size_t count, size_t size)
{
    const size_t before = items != NULL && size != 0 ? ((hddl_block *)items)[-1].size / size : 0;
    const size_t larger = before + before / 2 + 16;
    if (count < larger)
        count = larger;
    if (size != 0 && count > SIZE_MAX / size)
        hddl_pool_stop(pool, HDDL_OUT_OF_MEMORY);
    return hddl_pool_resize(pool, items, count * size);
}

uint32_t hddl_pool_u32(hddl_pool *pool, size_t number)
{
    if (number >= UINT32_MAX)
        hddl_pool_stop(pool, HDDL_OUT_OF_MEMORY);
    return (uint32_t)number;
}
