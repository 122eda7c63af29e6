/*
 * The numbers of journals and saves: LEB128, seven bits per byte, the lowest first; the high bit of
 * a byte says that another one follows. A reader refuses a number that takes more bytes than it
 * needs, so that each number has exactly one encoding: a replay can then compare events byte by
 * byte.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { HTNI_VARINT_MAX_BYTES = 5 };

/* Writes at most HTNI_VARINT_MAX_BYTES to `bytes`. Returns how many. */
static inline uint32_t htni_put_varint(uint8_t *bytes, uint32_t number)
{
    uint32_t size = 0;
    for (; number >= 0x80; number >>= 7)
        bytes[size++] = (uint8_t)(number | 0x80);
    bytes[size++] = (uint8_t)number;
    return size;
}

/*
 * Reads one number into `*number`. Returns its size; 0 if none ends within `left` bytes, or if it
 * is longer than it needs to be.
 */
static inline uint32_t htni_get_varint(const uint8_t *bytes, size_t left, uint32_t *number)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < HTNI_VARINT_MAX_BYTES && i < left; i++) {
        value |= (uint64_t)(bytes[i] & 0x7F) << 7 * i;
        if (bytes[i] & 0x80)
            continue;
        *number = (uint32_t)value;
        return value > UINT32_MAX || (i > 0 && bytes[i] == 0) ? 0 : i + 1;
    }
    return 0;
}

/*
 * A signed number as an unsigned one: the sign in the lowest bit, so that small numbers stay short.
 */
static inline uint32_t htni_zigzag(int32_t value)
{
    return (uint32_t)value << 1 ^ (value < 0 ? UINT32_MAX : 0);
}

static inline int32_t htni_unzigzag(uint32_t number)
{
    return (int32_t)(number >> 1 ^ (number & 1u ? UINT32_MAX : 0));
}
