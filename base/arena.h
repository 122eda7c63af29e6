/*
 * The compiler's memory: everything that a compilation makes lives in one arena and goes with it.
 * An allocation never returns NULL; where memory runs out, control goes to the arena's `failed`
 * jump, which the compilation's one entry has set (see compile.c).
 */
#pragma once

#include "base/printf_like.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

/* Where memory comes from. Either both functions or neither; NULLs mean malloc and free. */
typedef struct base_allocator {
    void *(*allocate)(void *user, size_t size); /* NULL when there is no more */
    void (*release)(void *user, void *memory);
    void *user;
} base_allocator;

typedef struct base_arena {
    struct base_chunk *chunks; /* newest first */
    base_allocator allocator;
    jmp_buf failed;
} base_arena;

void base_arena_init(base_arena *arena, const base_allocator *allocator);
void base_arena_free(base_arena *arena);

/* Zeroed, aligned for any object. */
void *base_alloc(base_arena *arena, size_t size);
void *base_alloc_array(base_arena *arena, size_t count, size_t size);

/* A larger copy of an array of `old_size` bytes; the old one stays until the arena goes. */
void *base_grow(base_arena *arena, const void *memory, size_t old_size, size_t new_size);

/* The same where nobody else knows the old array, which may be given back at once. */
void *base_regrow(base_arena *arena, void *memory, size_t old_size, size_t new_size);

/* The arena may use a large array for others from now on; a small one stays until the arena goes. NULL is allowed. */
void base_give_back(base_arena *arena, const void *memory);

/*
 * Room behind the `count` elements of an array that only this function has allocated; NULL where there are none. The array is
 * full, and doubles, where `count` is a power of two, so nobody needs to keep its capacity. The new element is zeroed.
 */
void *base_grow_by_one(base_arena *arena, void *array, size_t count, size_t size);

char *base_copy_text(base_arena *arena, const char *text, size_t length);
char *base_format(base_arena *arena, const char *format, ...) BASE_PRINTF(2, 3);
char *base_vformat(base_arena *arena, const char *format, va_list arguments);

#define BASE_NEW(arena, type) ((type *)base_alloc((arena), sizeof(type)))
