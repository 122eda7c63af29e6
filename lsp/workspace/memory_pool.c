/* Blocks that are free are a list; the arena asks for few sizes, so that the first fit is near the front. See memory_pool.h. */
#include "lsp/workspace/memory_pool.h"

#include <stdint.h>
#include <stdlib.h>

enum { MOST_KEPT = 64 << 20 };

typedef struct lsp_kept {
    struct lsp_kept *next;
    size_t size;
    max_align_t memory[];
} lsp_kept;

static void *allocate(void *user, size_t size)
{
    lsp_pool *pool = user;
    for (lsp_kept **link = &pool->kept; *link != NULL; link = &(*link)->next) {
        lsp_kept *found = *link;
        if (found->size < size || found->size / 2 > size)
            continue;
        *link = found->next;
        pool->bytes -= found->size;
        return found->memory;
    }
    if (size > SIZE_MAX - sizeof(lsp_kept))
        return NULL;
    lsp_kept *made = malloc(sizeof *made + size);
    if (made == NULL)
        return NULL;
    made->size = size;
    return made->memory;
}

static void release(void *user, void *memory)
{
    lsp_pool *pool = user;
    if (memory == NULL)
        return;
    lsp_kept *block = (lsp_kept *)((char *)memory - offsetof(lsp_kept, memory));
    if (pool->bytes + block->size > MOST_KEPT) {
        free(block);
        return;
    }
    block->next = pool->kept;
    pool->kept = block;
    pool->bytes += block->size;
}

base_allocator lsp_pool_allocator(lsp_pool *pool)
{
    return (base_allocator){allocate, release, pool};
}

void lsp_pool_free(lsp_pool *pool)
{
    while (pool->kept != NULL) {
        lsp_kept *next = pool->kept->next;
        free(pool->kept);
        pool->kept = next;
    }
    pool->bytes = 0;
}
