/*
 * Interned names: equal text becomes the same pointer, so that later passes compare and hash names by address.
 */
#pragma once

#include "base/arena.h"

/* Interns: equal text, same pointer, for as long as the arena lives. */
typedef struct base_interner {
    base_arena *arena;
    struct base_interned *table; /* uthash */
} base_interner;

const char *base_intern(base_interner *interner, const char *text, size_t length);
