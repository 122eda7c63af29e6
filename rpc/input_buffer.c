/* Bytes that were read and not yet taken; see input_buffer.h. */
#include "rpc/input_buffer.h"

#include "base/text.h"
#include <stdlib.h>
#include <string.h>

void rpc_buffer_init(rpc_buffer *buffer, int descriptor)
{
    *buffer = (rpc_buffer){.input = {.descriptor = descriptor}, .ended = descriptor < 0};
}

void rpc_buffer_free(rpc_buffer *buffer)
{
    free(buffer->bytes);
    rpc_buffer_init(buffer, -1);
}

/* Makes room for `count` bytes behind `end`. */
static void reserve(rpc_buffer *buffer, size_t count)
{
    const size_t used = buffer->end - buffer->begin;
    if (buffer->begin > 0)
        memmove(buffer->bytes, buffer->bytes + buffer->begin, used);
    buffer->begin = 0;
    buffer->end = used;
    if (buffer->capacity - used >= count)
        return;
    buffer->capacity = (used + count) * 2;
    buffer->bytes = base_reallocate(buffer->bytes, buffer->capacity);
}

void rpc_buffer_feed(rpc_buffer *buffer, const char *bytes, size_t count)
{
    reserve(buffer, count);
    memcpy(buffer->bytes + buffer->end, bytes, count);
    buffer->end += count;
}

bool rpc_buffer_read(rpc_buffer *buffer, int wait)
{
    if (buffer->ended || !rpc_input_is_ready(&buffer->input, wait))
        return false;
    reserve(buffer, RPC_READ_AT_ONCE);
    const long got = rpc_input_read(&buffer->input, buffer->bytes + buffer->end);
    buffer->ended = got <= 0;
    buffer->end += got > 0 ? (size_t)got : 0;
    return got > 0;
}
