/* A growing run of bytes in an arena: what the blob, the header and the depfile are written into. */
#ifndef HTNC_BUFFER_H
#define HTNC_BUFFER_H

#include "arena.h"
#include <stdint.h>

typedef struct htnc_buffer {
    htnc_arena *arena;
    uint8_t *bytes; /* NULL while empty */
    size_t length, capacity;
} htnc_buffer;

void htnc_buffer_add(htnc_buffer *buffer, const void *bytes, size_t size);
void htnc_buffer_u8(htnc_buffer *buffer, uint32_t value);
void htnc_buffer_u16(htnc_buffer *buffer, uint32_t value); /* little-endian, as u32 */
void htnc_buffer_u32(htnc_buffer *buffer, uint32_t value);
void htnc_buffer_align(htnc_buffer *buffer, size_t alignment);            /* zero bytes up to a multiple of it */
void htnc_buffer_put_u32(htnc_buffer *buffer, size_t at, uint32_t value); /* over bytes that are there */

void htnc_buffer_text(htnc_buffer *buffer, const char *text);
void htnc_buffer_format(htnc_buffer *buffer, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* What was written, as a NUL-ended text. */
const char *htnc_buffer_end_text(htnc_buffer *buffer);

#endif
