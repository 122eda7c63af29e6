/* Reading a save; see save_reader.h. Neighbour: save_writer.c. */
#include "save_reader.h"
#include "../blob/blob_reader.h"
#include "../journal/varint.h"

bool htni_refuse(htni_loading *in, htn_status status, const char *reason)
{
    if (in->status == HTN_OK) {
        in->status = status;
        in->report.reason = reason;
        in->report.offset = in->at;
    }
    return false;
}

bool htni_refuse_damaged(htni_loading *in)
{
    return htni_refuse(in, HTN_BAD_SAVE, "what is said there cannot be; the save was damaged");
}

const uint8_t *htni_get_bytes(htni_loading *in, uint32_t count)
{
    const uint8_t *found = in->bytes + in->at;
    if (!htni_is_accepted(in) || count > in->end - in->at) {
        htni_refuse_damaged(in);
        return NULL;
    }
    in->at += count;
    return found;
}

uint32_t htni_get_number(htni_loading *in)
{
    uint32_t number = 0;
    const uint32_t size = htni_is_accepted(in) ? htni_get_varint(in->bytes + in->at, in->end - in->at, &number) : 0;
    if (size == 0) {
        htni_refuse_damaged(in);
        return 0;
    }
    in->at += size;
    return number;
}

uint32_t htni_get_below(htni_loading *in, uint32_t limit)
{
    const uint32_t number = htni_get_number(in);
    if (number < limit)
        return number;
    htni_refuse_damaged(in);
    return 0;
}

uint32_t htni_get_count(htni_loading *in)
{
    const uint32_t count = htni_get_number(in);
    if (count <= in->end - in->at)
        return count;
    htni_refuse_damaged(in);
    return 0;
}

int32_t htni_get_signed(htni_loading *in)
{
    return htni_unzigzag(htni_get_number(in));
}

const char *htni_get_text(htni_loading *in)
{
    const char *text = (const char *)in->bytes + in->at;
    const uint8_t *byte;
    do {
        byte = htni_get_bytes(in, 1);
    } while (byte != NULL && *byte != 0);
    return byte == NULL ? "" : text;
}

uint32_t htni_enter_part(htni_loading *in)
{
    const uint32_t outer = in->end;
    const uint8_t *size = htni_get_bytes(in, 4);
    if (size == NULL)
        return outer;
    const uint32_t bytes = htni_read32(size);
    if (bytes > outer - in->at)
        htni_refuse_damaged(in);
    else
        in->end = in->at + bytes;
    return outer;
}

void htni_leave_part(htni_loading *in, uint32_t outer)
{
    if (htni_is_accepted(in))
        in->at = in->end;
    in->end = outer;
}
