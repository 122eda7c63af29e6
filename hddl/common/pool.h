/*
 * Memory that one part of the solver takes and gives back as a whole: blocks that can be resized, each
 * claimed from the budget first. Where memory or time runs out, control goes to the pool's `failed` jump, so
 * that no caller in between has to test for it. After such a jump the pool's data may be half changed: only
 * hddl_pool_free() may be called.
 */
#pragma once

#include "hddl/common/budget.h"
#include "hddl/common/outcome.h"

#include <setjmp.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hddl_pool {
    hddl_budget *budget;
    struct hddl_block *blocks;
    jmp_buf *failed; /* reached with a hddl_outcome */
    uint32_t ticks;  /* calls of hddl_pool_tick() */
} hddl_pool;

/* `budget` and `failed` must outlive the pool. */
void hddl_pool_init(hddl_pool *pool, hddl_budget *budget, jmp_buf *failed);

/* Gives all blocks back. */
void hddl_pool_free(hddl_pool *pool);

/* `memory` (NULL: a new block) with room for `size` bytes. Bytes that are added are not cleared. Never NULL. */
void *hddl_pool_resize(hddl_pool *pool, void *memory, size_t size);

/* A new block of zero bytes. Never NULL. */
void *hddl_pool_zeroed(hddl_pool *pool, size_t count, size_t size);

/* Gives one block back. NULL is allowed. */
void hddl_pool_release(hddl_pool *pool, void *memory);

/* Leaves by the `failed` jump with HDDL_OUT_OF_MEMORY, HDDL_OUT_OF_TIME or HDDL_GAVE_UP. */
_Noreturn void hddl_pool_stop(hddl_pool *pool, hddl_outcome outcome);

/* For inner loops: looks at the time every few thousand calls, and stops with HDDL_OUT_OF_TIME where it is over. */
void hddl_pool_tick(hddl_pool *pool);

/* `number` in 32 bits; stops with HDDL_OUT_OF_MEMORY where it does not fit below UINT32_MAX. */
uint32_t hddl_pool_u32(hddl_pool *pool, size_t number);

/* --- Growing arrays ----------------------------------------------------------------------------------------------- */

/* Lies in front of each block. */
typedef struct hddl_block {
    alignas(max_align_t) struct hddl_block *next;
    struct hddl_block *previous;
    size_t size; /* of the block, in bytes */
} hddl_block;

/* The slow path of hddl_pool_reserve(). */
void *hddl_pool_grow(hddl_pool *pool, void *items, size_t count, size_t size);

/*
 * A growing array is a block, NULL at first, which knows its own size. Returns the array with room for `count` items of
 * `size` bytes. Items that are added are not cleared.
 */
static inline void *hddl_pool_reserve(hddl_pool *pool, void *items, size_t count, size_t size)
{
    return items != NULL && count * size <= ((hddl_block *)items)[-1].size ? items
                                                                           : hddl_pool_grow(pool, items, count, size);
}

/* A growing list of numbers; {0} is the empty one. */
typedef struct hddl_numbers {
    uint32_t *items;
    size_t count;
} hddl_numbers;

/* Makes room for `more` numbers behind those that are there. */
static inline void hddl_numbers_reserve(hddl_pool *pool, hddl_numbers *numbers, size_t more)
{
    numbers->items = hddl_pool_reserve(pool, numbers->items, numbers->count + more, sizeof *numbers->items);
}

static inline void hddl_numbers_add(hddl_pool *pool, hddl_numbers *numbers, uint32_t number)
{
    hddl_numbers_reserve(pool, numbers, 1);
    numbers->items[numbers->count++] = number;
}
