/* A section of NUL-ended texts, each of them once; offset 0 is the empty one. */
#ifndef HTNC_TEXTS_H
#define HTNC_TEXTS_H

#include "base/buffer.h"

typedef struct htnc_texts {
    base_buffer bytes;             /* the section so far */
    struct htnc_text_entry *table; /* uthash, by text */
} htnc_texts;

void htnc_texts_init(htnc_texts *texts, base_arena *arena);

/* The text's offset. `text` must stay as it is for as long as the arena lives. */
uint32_t htnc_texts_add(htnc_texts *texts, const char *text);

#endif
