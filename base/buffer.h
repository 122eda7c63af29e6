/* A growing run of bytes in an arena: what the blob, the header and the depfile are written into. */
#pragma once

#include "base/printf_like.h"
#include "base/arena.h"
#include <stdint.h>

typedef struct base_buffer {
    base_arena *arena;
    uint8_t *bytes; /* NULL while empty */
    size_t length, capacity;
} base_buffer;

/* Room for so many bytes more, and no more than that, where it is known how many there will be. */
void base_buffer_reserve(base_buffer *buffer, size_t size);

/* Empties it. What it had, which nobody else may know, can be used for others. */
void base_buffer_give_back(base_buffer *buffer);

void base_buffer_add(base_buffer *buffer, const void *bytes, size_t size);
void base_buffer_u8(base_buffer *buffer, uint32_t value);
void base_buffer_u16(base_buffer *buffer, uint32_t value); /* little-endian, as u32 */
void base_buffer_u32(base_buffer *buffer, uint32_t value);
void base_buffer_align(base_buffer *buffer, size_t alignment);            /* zero bytes up to a multiple of it */
void base_buffer_put_u32(base_buffer *buffer, size_t at, uint32_t value); /* over bytes that are there */

void base_buffer_text(base_buffer *buffer, const char *text);
void base_buffer_format(base_buffer *buffer, const char *format, ...) BASE_PRINTF(2, 3);

/* What was written, as a NUL-ended text. */
const char *base_buffer_end_text(base_buffer *buffer);
