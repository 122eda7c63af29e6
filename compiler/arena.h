/*
 * The compiler's memory: everything that a compilation makes lives in one arena and goes with it.
 * An allocation never returns NULL; where memory runs out, control goes to the arena's `failed`
 * jump, which the compilation's one entry has set (see compile.c).
 */
#ifndef HTNC_ARENA_H
#define HTNC_ARENA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

/* Where memory comes from. Either both functions or neither; NULLs mean malloc and free. */
typedef struct htnc_allocator {
    void *(*allocate)(void *user, size_t size); /* NULL when there is no more */
    void (*release)(void *user, void *memory);
    void *user;
} htnc_allocator;

typedef struct htnc_arena {
    struct htnc_chunk *chunks; /* newest first */
    htnc_allocator allocator;
    jmp_buf failed;
} htnc_arena;

void htnc_arena_init(htnc_arena *arena, const htnc_allocator *allocator);
void htnc_arena_free(htnc_arena *arena);

/* Zeroed, aligned for any object. */
void *htnc_alloc(htnc_arena *arena, size_t size);
void *htnc_alloc_array(htnc_arena *arena, size_t count, size_t size);

/* A larger copy of an array of `old_size` bytes; the old one stays until the arena goes. */
void *htnc_grow(htnc_arena *arena, const void *memory, size_t old_size, size_t new_size);

char *htnc_copy_text(htnc_arena *arena, const char *text, size_t length);
char *htnc_format(htnc_arena *arena, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
char *htnc_vformat(htnc_arena *arena, const char *format, va_list arguments);

#define HTNC_NEW(arena, type) ((type *)htnc_alloc((arena), sizeof(type)))

#endif
