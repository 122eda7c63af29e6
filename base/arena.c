/*
 * The arena: chunks of doubling size, filled from the front, all given back at once. Running out of
 * memory never returns to the caller: it jumps to `failed`, which compile.c has set, so that no pass
 * tests for NULL. Only load.c, which holds memory of a reader's, catches the jump on its way.
 */
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 16 * 1024, LAST_CHUNK = 1024 * 1024 };

typedef struct base_chunk {
    struct base_chunk *next;
    size_t size; /* of what follows the header */
    size_t used;
    max_align_t memory[];
} base_chunk;

/* Zeroed: memory that is never used takes no room then where the host hands out pages at their first use. */
static void *default_allocate(void *user, size_t size)
{
    (void)user;
    return calloc(1, size);
}

static void default_release(void *user, void *memory)
{
    (void)user;
    free(memory);
}

void base_arena_init(base_arena *arena, const base_allocator *allocator)
{
    arena->chunks = NULL;
    if (allocator != NULL && allocator->allocate != NULL)
        arena->allocator = *allocator;
    else
        arena->allocator = (base_allocator){default_allocate, default_release, NULL};
}

void base_arena_free(base_arena *arena)
{
    base_chunk *chunk = arena->chunks;
    while (chunk != NULL) {
        base_chunk *next = chunk->next;
        arena->allocator.release(arena->allocator.user, chunk);
        chunk = next;
    }
    arena->chunks = NULL;
}

/* Puts a chunk with room for `size` bytes in front. */
static base_chunk *add_chunk(base_arena *arena, size_t size)
{
    size_t capacity = arena->chunks == NULL ? FIRST_CHUNK : arena->chunks->size * 2;
    if (capacity > LAST_CHUNK)
        capacity = LAST_CHUNK;
    if (capacity < size)
        capacity = size;
    if (capacity > SIZE_MAX - sizeof(base_chunk))
        longjmp(arena->failed, 1);
    base_chunk *chunk = arena->allocator.allocate(arena->allocator.user, sizeof(base_chunk) + capacity);
    if (chunk == NULL)
        longjmp(arena->failed, 1);
    chunk->next = arena->chunks;
    chunk->size = capacity;
    chunk->used = 0;
    arena->chunks = chunk;
    return chunk;
}

/* A chunk larger than LAST_CHUNK holds one array. */
void base_give_back(base_arena *arena, const void *memory)
{
    for (base_chunk **at = &arena->chunks; *at != NULL; at = &(*at)->next) {
        base_chunk *chunk = *at;
        if (chunk->memory != memory)
            continue;
        if (chunk->size <= LAST_CHUNK)
            return;
        *at = chunk->next;
        arena->allocator.release(arena->allocator.user, chunk);
        return;
    }
}

void *base_alloc(base_arena *arena, size_t size)
{
    const size_t unit = sizeof(max_align_t);
    if (size > SIZE_MAX - unit)
        longjmp(arena->failed, 1);
    size = (size + unit - 1) / unit * unit;
    base_chunk *chunk = arena->chunks;
    if (chunk == NULL || chunk->size - chunk->used < size)
        chunk = add_chunk(arena, size);
    void *memory = (char *)chunk->memory + chunk->used;
    chunk->used += size;
    return arena->allocator.allocate == default_allocate ? memory : memset(memory, 0, size);
}

void *base_alloc_array(base_arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        longjmp(arena->failed, 1);
    return base_alloc(arena, count * size);
}

void *base_grow(base_arena *arena, const void *memory, size_t old_size, size_t new_size)
{
    void *grown = base_alloc(arena, new_size);
    if (old_size != 0)
        memcpy(grown, memory, old_size < new_size ? old_size : new_size);
    return grown;
}

void *base_regrow(base_arena *arena, void *memory, size_t old_size, size_t new_size)
{
    void *grown = base_grow(arena, memory, old_size, new_size);
    if (new_size > LAST_CHUNK / 2)
        base_give_back(arena, memory);
    return grown;
}

void *base_grow_by_one(base_arena *arena, void *array, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0)
        return array;
    return base_regrow(arena, array, count * size, (count == 0 ? 1 : count * 2) * size);
}

char *base_copy_text(base_arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX)
        longjmp(arena->failed, 1);
    char *copy = base_alloc(arena, length + 1);
    if (length != 0)
        memcpy(copy, text, length);
    return copy;
}

char *base_vformat(base_arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        return base_copy_text(arena, format, strlen(format));
    char *text = base_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

char *base_format(base_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = base_vformat(arena, format, arguments);
    va_end(arguments);
    return text;
}
