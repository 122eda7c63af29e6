/* Messages as lines; see lines.h. */
#include "rpc/lines.h"

#include <string.h>

void rpc_lines_init(rpc_lines *lines, int descriptor)
{
    *lines = (rpc_lines){.skips = false};
    rpc_buffer_init(&lines->buffer, descriptor);
}

void rpc_lines_free(rpc_lines *lines)
{
    rpc_buffer_free(&lines->buffer);
}

bool rpc_lines_next(rpc_lines *lines, const char **text, size_t *length)
{
    rpc_buffer *buffer = &lines->buffer;
    size_t looked = 0; /* bytes from `begin` on that have no line end */
    for (;;) {
        const size_t there = buffer->end - buffer->begin;
        const char *at = there > 0 ? buffer->bytes + buffer->begin : NULL;
        const char *end = there > looked ? memchr(at + looked, '\n', there - looked) : NULL;
        if (end != NULL) {
            const bool too_long = lines->skips || (size_t)(end - at) > RPC_LONGEST_LINE;
            *text = too_long ? NULL : at;
            *length = (size_t)(end - at) - (end > at && end[-1] == '\r');
            buffer->begin += (size_t)(end - at) + 1;
            lines->skips = false;
            looked = 0;
            if (too_long || *length > 0)
                return true;
            continue;
        }
        looked = there;
        if (there > RPC_LONGEST_LINE) {
            lines->skips = true;
            buffer->begin = buffer->end;
            looked = 0;
        }
        if (!rpc_buffer_read(buffer, -1))
            return false;
    }
}
