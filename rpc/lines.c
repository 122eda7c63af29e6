/* Messages as lines; see lines.h. */
#include "rpc/lines.h"

#include "base/text.h"
#include <stdlib.h>
#include <string.h>

void rpc_lines_init(rpc_lines *lines, int descriptor)
{
    *lines = (rpc_lines){.input = {.descriptor = descriptor}, .ended = descriptor < 0};
}

void rpc_lines_free(rpc_lines *lines)
{
    free(lines->bytes);
    *lines = (rpc_lines){.input = {.descriptor = -1}, .ended = true};
}

static void reserve(rpc_lines *lines, size_t count)
{
    const size_t used = lines->end - lines->begin;
    if (lines->begin > 0)
        memmove(lines->bytes, lines->bytes + lines->begin, used);
    lines->begin = 0;
    lines->end = used;
    if (lines->capacity - used >= count)
        return;
    lines->capacity = (used + count) * 2;
    lines->bytes = base_reallocate(lines->bytes, lines->capacity);
}

void rpc_lines_feed(rpc_lines *lines, const char *bytes, size_t count)
{
    reserve(lines, count);
    memcpy(lines->bytes + lines->end, bytes, count);
    lines->end += count;
}

static bool read_more(rpc_lines *lines)
{
    if (lines->ended)
        return false;
    reserve(lines, RPC_READ_AT_ONCE);
    const long got = rpc_input_read(&lines->input, lines->bytes + lines->end);
    lines->ended = got <= 0;
    lines->end += got > 0 ? (size_t)got : 0;
    return got > 0;
}

bool rpc_lines_next(rpc_lines *lines, const char **text, size_t *length)
{
    size_t looked = 0; /* bytes from `begin` on that have no line end */
    for (;;) {
        const size_t there = lines->end - lines->begin;
        const char *at = there > 0 ? lines->bytes + lines->begin : NULL;
        const char *end = there > looked ? memchr(at + looked, '\n', there - looked) : NULL;
        if (end != NULL) {
            const bool too_long = lines->skips || (size_t)(end - at) > RPC_LONGEST_LINE;
            *text = too_long ? NULL : at;
            *length = (size_t)(end - at) - (end > at && end[-1] == '\r');
            lines->begin += (size_t)(end - at) + 1;
            lines->skips = false;
            looked = 0;
            if (too_long || *length > 0)
                return true;
            continue;
        }
        looked = there;
        if (there > RPC_LONGEST_LINE) {
            lines->skips = true;
            lines->begin = lines->end;
            looked = 0;
        }
        if (!read_more(lines))
            return false;
    }
}
