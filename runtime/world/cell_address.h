/*
 * A cell of a world as one number: address | width << 30. The world's log, the trail and restores name cells
 * so. Three widths are used; the trail uses the fourth for its marks.
 */
#pragma once

#include "../blob/storage.h"
#include <stdbool.h>

enum { HTNI_WIDTH_SHIFT = 30 };
#define HTNI_ADDRESS(cell) ((cell) & ((UINT32_C(1) << HTNI_WIDTH_SHIFT) - 1))

enum htni_width {
    HTNI_WIDTH_U8,
    HTNI_WIDTH_S16,
    HTNI_WIDTH_S32, /* S8 counts as U8: undoing puts the byte back */
    HTNI_WIDTHS
};

static inline uint32_t htni_width(uint32_t storage)
{
    return storage == HTN_STORAGE_S32 ? HTNI_WIDTH_S32 : storage == HTN_STORAGE_S16 ? HTNI_WIDTH_S16 : HTNI_WIDTH_U8;
}

/* The storage with which a cell of that width is read and written. */
static inline uint32_t htni_storage_of(uint32_t width)
{
    return width == HTNI_WIDTH_S32 ? HTN_STORAGE_S32 : width == HTNI_WIDTH_S16 ? HTN_STORAGE_S16 : HTN_STORAGE_U8;
}

static inline uint32_t htni_width_bytes(uint32_t width)
{
    return UINT32_C(1) << width;
}

static inline bool htni_is_byte(uint32_t cell)
{
    return cell < UINT32_C(1) << HTNI_WIDTH_SHIFT;
}

/* Copies a cell from one world to another. Most cells are bytes. */
static inline void htni_copy_cell(uint8_t *to, const uint8_t *from, uint32_t cell)
{
    const uint32_t address = HTNI_ADDRESS(cell);
    if (htni_is_byte(cell))
        to[address] = from[address];
    else
        memcpy(to + address, from + address, htni_width_bytes(cell >> HTNI_WIDTH_SHIFT));
}

/* The value of a cell, as entries of the trail store it. */
static inline int32_t htni_load_width(const uint8_t *bytes, uint32_t cell)
{
    return htni_load(bytes, HTNI_ADDRESS(cell), htni_storage_of(cell >> HTNI_WIDTH_SHIFT));
}
