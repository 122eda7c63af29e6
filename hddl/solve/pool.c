/* Memory with a limit, given back as a whole (pool.h). Blocks are doubly linked, so that any of them can be resized. */
#include "hddl/solve/pool.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

typedef struct solve_block {
    alignas(max_align_t) struct solve_block *next;
    struct solve_block *previous;
    size_t size;
} solve_block;

enum { TICKS_PER_LOOK = 4096 };

void solve_pool_init(solve_pool *pool, solve_clock *clock, jmp_buf *failed)
{
    *pool = (solve_pool){.clock = clock, .failed = failed};
}

_Noreturn void solve_pool_stop(solve_pool *pool, solve_outcome outcome)
{
    longjmp(*pool->failed, (int)outcome);
}

void solve_pool_tick(solve_pool *pool)
{
    if (++pool->asked % TICKS_PER_LOOK == 0 && solve_is_over(pool->clock)) {
        solve_pool_stop(pool, SOLVE_TIME);
    }
}

static void link_block(solve_pool *pool, solve_block *block)
{
    block->previous = NULL;
    block->next = pool->blocks;
    if (pool->blocks) {
        pool->blocks->previous = block;
    }
    pool->blocks = block;
}

static void unlink_block(solve_pool *pool, solve_block *block)
{
    if (block->previous) {
        block->previous->next = block->next;
    } else {
        pool->blocks = block->next;
    }
    if (block->next) {
        block->next->previous = block->previous;
    }
}

void *solve_pool_resize(solve_pool *pool, void *memory, size_t size)
{
    solve_block *old = memory ? (solve_block *)memory - 1 : NULL;
    size_t before = old ? old->size : 0;
    if (size > SIZE_MAX - sizeof(solve_block) || (size > before && !solve_claim(pool->clock, size - before))) {
        solve_pool_stop(pool, SOLVE_MEMORY);
    }
    if (old) {
        unlink_block(pool, old);
    }
    solve_block *block = realloc(old, sizeof(solve_block) + size);
    if (!block) {
        if (size > before) {
            solve_release(pool->clock, size - before);
        }
        if (old) {
            link_block(pool, old);
        }
        solve_pool_stop(pool, SOLVE_MEMORY);
    }
    if (size < before) {
        solve_release(pool->clock, before - size);
    }
    block->size = size;
    link_block(pool, block);
    return block + 1;
}

void *solve_pool_zeroed(solve_pool *pool, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) {
        solve_pool_stop(pool, SOLVE_MEMORY);
    }
    void *memory = solve_pool_resize(pool, NULL, count * size);
    memset(memory, 0, count * size);
    return memory;
}

void solve_pool_release(solve_pool *pool, void *memory)
{
    if (memory) {
        solve_block *block = (solve_block *)memory - 1;
        unlink_block(pool, block);
        solve_release(pool->clock, block->size);
        free(block);
    }
}

void solve_pool_free(solve_pool *pool)
{
    while (pool->blocks) {
        solve_pool_release(pool, pool->blocks + 1);
    }
}

void solve_words_reserve(solve_pool *pool, solve_words *words, size_t more)
{
    if (words->capacity - words->count >= more) {
        return;
    }
    size_t capacity = words->capacity < 8 ? 16 : words->capacity + words->capacity / 2;
    if (capacity < words->count + more) {
        capacity = words->count + more;
    }
    words->items = solve_pool_resize(pool, words->items, capacity * sizeof *words->items);
    words->capacity = capacity;
}

uint32_t solve_pool_u32(solve_pool *pool, size_t number)
{
    if (number >= UINT32_MAX) {
        solve_pool_stop(pool, SOLVE_MEMORY);
    }
    return (uint32_t)number;
}
