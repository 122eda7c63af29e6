/*
 * The table of names: equal text becomes the same pointer, so that later passes compare and hash names
 * by address. Table and texts live in the arena.
 */
#include "base/intern.h"

#define uthash_malloc(size)       base_alloc(interner->arena, (size))
#define uthash_free(memory, size) ((void)(memory))
#include <uthash.h>

struct base_interned {
    UT_hash_handle hh;
    const char *text;
};

const char *base_intern(base_interner *interner, const char *text, size_t length)
{
    struct base_interned *known = NULL;
    HASH_FIND(hh, interner->table, text, length, known);
    if (known == NULL) {
        known = BASE_NEW(interner->arena, struct base_interned);
        known->text = base_copy_text(interner->arena, text, length);
        HASH_ADD_KEYPTR(hh, interner->table, known->text, length, known);
    }
    return known->text;
}
