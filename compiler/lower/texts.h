/*
 * A section of NUL-terminated texts, each of which occurs once. Offset 0 is the empty text. A blob has two such sections: the
 * strings, to which lowering and blob_tables.c add, and the strings of the debug sections.
 */
#pragma once

#include "base/buffer.h"

typedef struct htnc_texts {
    base_buffer bytes;             /* the section so far */
    struct htnc_text_entry *table; /* uthash, by text */
} htnc_texts;

void htnc_texts_init(htnc_texts *texts, base_arena *arena);

/* Returns the text's offset. The section keeps the pointer: `text` must not change as long as the arena lives. */
uint32_t htnc_texts_add(htnc_texts *texts, const char *text);
