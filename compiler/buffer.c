/*
 * A growing run of bytes. It doubles, so adding is linear in all; the arena keeps what it outgrew.
 * Numbers are written byte by byte, so that the result is the same on every host.
 */
#include "buffer.h"
#include <string.h>

static void reserve(htnc_buffer *buffer, size_t size)
{
    size_t capacity = buffer->capacity == 0 ? 256 : buffer->capacity;
    if (size <= buffer->capacity - buffer->length)
        return;
    while (size > capacity - buffer->length)
        capacity *= 2;
    buffer->bytes = htnc_grow(buffer->arena, buffer->bytes, buffer->length, capacity);
    buffer->capacity = capacity;
}

void htnc_buffer_add(htnc_buffer *buffer, const void *bytes, size_t size)
{
    if (size == 0)
        return;
    reserve(buffer, size);
    memcpy(buffer->bytes + buffer->length, bytes, size);
    buffer->length += size;
}

void htnc_buffer_u8(htnc_buffer *buffer, uint32_t value)
{
    reserve(buffer, 1);
    buffer->bytes[buffer->length++] = (uint8_t)value;
}

void htnc_buffer_u16(htnc_buffer *buffer, uint32_t value)
{
    htnc_buffer_u8(buffer, value & 255);
    htnc_buffer_u8(buffer, value >> 8 & 255);
}

void htnc_buffer_u32(htnc_buffer *buffer, uint32_t value)
{
    reserve(buffer, 4);
    buffer->length += 4;
    htnc_buffer_put_u32(buffer, buffer->length - 4, value);
}

void htnc_buffer_align(htnc_buffer *buffer, size_t alignment)
{
    while (buffer->length % alignment != 0)
        htnc_buffer_u8(buffer, 0);
}

void htnc_buffer_put_u32(htnc_buffer *buffer, size_t at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        buffer->bytes[at + (size_t)i] = (uint8_t)(value >> (8 * i));
}

void htnc_buffer_text(htnc_buffer *buffer, const char *text)
{
    htnc_buffer_add(buffer, text, strlen(text));
}

void htnc_buffer_format(htnc_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    htnc_buffer_text(buffer, htnc_vformat(buffer->arena, format, arguments));
    va_end(arguments);
}

const char *htnc_buffer_end_text(htnc_buffer *buffer)
{
    htnc_buffer_u8(buffer, 0);
    buffer->length--; /* what is added later goes over the NUL */
    return (const char *)buffer->bytes;
}
