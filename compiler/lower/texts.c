/* A hash table finds texts that the section already has. The bytes do not depend on the hash: texts lie in the order of adding. */
#include "compiler/lower/texts.h"
#include <string.h>

#define uthash_malloc(size)       base_alloc(texts->bytes.arena, size)
#define uthash_free(memory, size) ((void)(memory))
#include <uthash.h>

typedef struct htnc_text_entry {
    uint32_t offset;
    UT_hash_handle hh;
} entry;

void htnc_texts_init(htnc_texts *texts, base_arena *arena)
{
    memset(texts, 0, sizeof *texts);
    texts->bytes.arena = arena;
    htnc_texts_add(texts, "");
}

uint32_t htnc_texts_add(htnc_texts *texts, const char *text)
{
    entry *found;
    size_t length = strlen(text);
    HASH_FIND(hh, texts->table, text, length, found);
    if (found == NULL) {
        found = BASE_NEW(texts->bytes.arena, entry);
        found->offset = (uint32_t)texts->bytes.length;
        base_buffer_add(&texts->bytes, text, length + 1);
        HASH_ADD_KEYPTR(hh, texts->table, text, length, found);
    }
    return found->offset;
}
