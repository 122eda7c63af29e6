/*
 * Memory that one part of the solver takes and gives back as a whole: blocks that can be resized, each claimed from the
 * clock first. Where the memory or the time is spent, control goes to the pool's `failed` jump, so that nobody in between
 * has to look.
 */
#ifndef HTN_SOLVE_POOL_H
#define HTN_SOLVE_POOL_H

#include <setjmp.h>
#include "hddl/solve/solve.h"

typedef struct solve_pool {
    solve_clock *clock;
    struct solve_block *blocks;
    jmp_buf *failed; /* jumped to with a solve_outcome, which is never 0 there */
    uint32_t asked;  /* how often the time was looked at */
} solve_pool;

void solve_pool_init(solve_pool *pool, solve_clock *clock, jmp_buf *failed);
void solve_pool_free(solve_pool *pool);

/* `memory` (NULL: a new block) with room for `size` bytes; what is new is not cleared. Never NULL. */
void *solve_pool_resize(solve_pool *pool, void *memory, size_t size);
void *solve_pool_zeroed(solve_pool *pool, size_t count, size_t size);
void solve_pool_release(solve_pool *pool, void *memory); /* NULL is no block */

/* Gives up: jumps with SOLVE_MEMORY, SOLVE_TIME or SOLVE_GIVE_UP. */
_Noreturn void solve_pool_stop(solve_pool *pool, solve_outcome outcome);

/* For inner loops: looks at the time now and then, and gives up where it is over. */
void solve_pool_tick(solve_pool *pool);

/* A growing list of numbers. */
typedef struct solve_words {
    uint32_t *items;
    size_t count, capacity;
} solve_words;

void solve_words_reserve(solve_pool *pool, solve_words *words, size_t more);

static inline void solve_words_add(solve_pool *pool, solve_words *words, uint32_t item)
{
    if (words->count == words->capacity) {
        solve_words_reserve(pool, words, 1);
    }
    words->items[words->count++] = item;
}

/* A number as 32 bits; more than that is out of memory, by any measure. */
uint32_t solve_pool_u32(solve_pool *pool, size_t number);

#endif
