/*
 * Memory for compilations: an allocator that keeps what was given back. At every keystroke a domain is compiled, and fresh memory from
 * the system costs more than what is done with it.
 */
#pragma once

#include "base/arena.h"

typedef struct lsp_pool {
    struct lsp_kept *kept; /* blocks that are free */
    size_t bytes;          /* in them */
} lsp_pool;

/* The allocator works as long as the pool is there. */
base_allocator lsp_pool_allocator(lsp_pool *pool);

/* Gives the kept blocks back. Those in use stay. */
void lsp_pool_free(lsp_pool *pool);
