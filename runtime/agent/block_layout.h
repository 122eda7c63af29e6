/*
 * Laying a block of memory out: regions one after the other, each aligned to 8 bytes. The same code
 * runs twice: without a block it only finds out the size.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct htni_cursor {
    uint8_t *base; /* NULL: only `used` is wanted */
    uint64_t used; /* bytes so far */
} htni_cursor;

/* The next region, of `count` elements of `size` bytes; NULL without a block. */
static inline void *htni_take(htni_cursor *at, uint64_t count, uint64_t size)
{
    void *taken = at->base == NULL ? NULL : at->base + at->used;
    at->used += (count * size + 7) & ~UINT64_C(7);
    return taken;
}
