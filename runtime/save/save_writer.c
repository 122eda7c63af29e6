/* Writing a save; see save_writer.h. Nothing that is written depends on the host. */
#include "save_writer.h"
#include "../journal/varint.h"
#include <string.h>

void htni_put_bytes(htni_save_writer *to, const void *bytes, uint32_t count)
{
    if (count != 0 && to->used <= to->size && count <= to->size - to->used)
        memcpy(to->out + to->used, bytes, count);
    to->used += count;
}

static void put_byte(htni_save_writer *to, uint32_t byte)
{
    const uint8_t one = (uint8_t)byte;
    htni_put_bytes(to, &one, 1);
}

void htni_put_number(htni_save_writer *to, uint32_t number)
{
    uint8_t bytes[HTNI_VARINT_MAX_BYTES];
    htni_put_bytes(to, bytes, htni_put_varint(bytes, number));
}

void htni_put_signed(htni_save_writer *to, int32_t number)
{
    htni_put_number(to, htni_zigzag(number));
}

void htni_put_text(htni_save_writer *to, const char *text)
{
    while (*text != 0)
        put_byte(to, (uint8_t)*text++);
    put_byte(to, 0);
}

/* Beyond `size` nothing has been written that could be overwritten. */
void htni_patch(htni_save_writer *to, size_t at, uint32_t bytes, uint32_t value)
{
    if (to->used > to->size)
        return;
    for (uint32_t i = 0; i < bytes; i++)
        to->out[at + i] = (uint8_t)(value >> 8 * i);
}

size_t htni_leave_room(htni_save_writer *to, uint32_t bytes)
{
    const size_t at = to->used;
    for (uint32_t i = 0; i < bytes; i++)
        put_byte(to, 0);
    return at;
}

size_t htni_begin_part(htni_save_writer *to)
{
    htni_leave_room(to, 4);
    return to->used;
}

void htni_end_part(htni_save_writer *to, size_t part)
{
    htni_patch(to, part - 4, 4, (uint32_t)(to->used - part));
}
