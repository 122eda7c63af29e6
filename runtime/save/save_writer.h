/* Writing a save: its primitives. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * Where a save is written. Bytes beyond `size` are counted and not written, so that the same code
 * finds out the size.
 */
typedef struct htni_save_writer {
    uint8_t *out;
    size_t size, used;
} htni_save_writer;

void htni_put_bytes(htni_save_writer *to, const void *bytes, uint32_t count);
void htni_put_number(htni_save_writer *to, uint32_t number); /* LEB128 */
void htni_put_signed(htni_save_writer *to, int32_t number);  /* LEB128, zigzag */
void htni_put_text(htni_save_writer *to, const char *text);  /* NUL-ended */

/* Appends zeroes for htni_patch() to overwrite. Returns where they begin. */
size_t htni_leave_room(htni_save_writer *to, uint32_t bytes);

/* Overwrites bytes that have been written, little-endian. */
void htni_patch(htni_save_writer *to, size_t at, uint32_t bytes, uint32_t value);

/*
 * A part is a u32, its size, and that many bytes. A reader skips what it does not know at a part's
 * end.
 */
size_t htni_begin_part(htni_save_writer *to);
void htni_end_part(htni_save_writer *to, size_t part);
