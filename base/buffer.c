/*
 * A growing run of bytes. It doubles, so adding is linear in all.
 * Numbers are written byte by byte, so that the result is the same on every host.
 */
#include "base/buffer.h"
#include <string.h>

static void reserve(base_buffer *buffer, size_t size)
{
    size_t capacity = buffer->capacity == 0 ? 256 : buffer->capacity;
    if (size <= buffer->capacity - buffer->length)
        return;
    while (size > capacity - buffer->length)
        capacity *= 2;
    buffer->bytes = base_regrow(buffer->arena, buffer->bytes, buffer->length, capacity);
    buffer->capacity = capacity;
}

void base_buffer_reserve(base_buffer *buffer, size_t size)
{
    if (size <= buffer->capacity - buffer->length)
        return;
    buffer->bytes = base_regrow(buffer->arena, buffer->bytes, buffer->length, buffer->length + size);
    buffer->capacity = buffer->length + size;
}

void base_buffer_give_back(base_buffer *buffer)
{
    base_give_back(buffer->arena, buffer->bytes);
    *buffer = (base_buffer){.arena = buffer->arena};
}

void base_buffer_add(base_buffer *buffer, const void *bytes, size_t size)
{
    if (size == 0)
        return;
    reserve(buffer, size);
    memcpy(buffer->bytes + buffer->length, bytes, size);
    buffer->length += size;
}

void base_buffer_u8(base_buffer *buffer, uint32_t value)
{
    reserve(buffer, 1);
    buffer->bytes[buffer->length++] = (uint8_t)value;
}

void base_buffer_u16(base_buffer *buffer, uint32_t value)
{
    base_buffer_u8(buffer, value & 255);
    base_buffer_u8(buffer, value >> 8 & 255);
}

void base_buffer_u32(base_buffer *buffer, uint32_t value)
{
    reserve(buffer, 4);
    buffer->length += 4;
    base_buffer_put_u32(buffer, buffer->length - 4, value);
}

void base_buffer_align(base_buffer *buffer, size_t alignment)
{
    while (buffer->length % alignment != 0)
        base_buffer_u8(buffer, 0);
}

void base_buffer_put_u32(base_buffer *buffer, size_t at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        buffer->bytes[at + (size_t)i] = (uint8_t)(value >> (8 * i));
}

void base_buffer_text(base_buffer *buffer, const char *text)
{
    base_buffer_add(buffer, text, strlen(text));
}

void base_buffer_format(base_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    base_buffer_text(buffer, base_vformat(buffer->arena, format, arguments));
    va_end(arguments);
}

const char *base_buffer_end_text(base_buffer *buffer)
{
    base_buffer_u8(buffer, 0);
    buffer->length--; /* what is added later goes over the NUL */
    return (const char *)buffer->bytes;
}
