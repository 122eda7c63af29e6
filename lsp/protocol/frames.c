/* Reads messages from a descriptor; see frames.h. The bytes of a message stay in the buffer until the next one is asked for. */
#include "lsp/protocol/frames.h"

#include <string.h>

static const char HEADER[] = "content-length:";

void lsp_frames_init(lsp_frames *frames, int descriptor)
{
    *frames = (lsp_frames){.problem = NULL};
    rpc_buffer_init(&frames->buffer, descriptor);
}

void lsp_frames_free(lsp_frames *frames)
{
    rpc_buffer_free(&frames->buffer);
}

/* --- Headers -------------------------------------------------------------------------------------- */

static bool begins_with(const char *bytes, size_t count, const char *lower)
{
    const size_t length = strlen(lower);
    if (count < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if ((bytes[i] >= 'A' && bytes[i] <= 'Z' ? bytes[i] + ('a' - 'A') : bytes[i]) != lower[i])
            return false;
    return true;
}

/* The size that one line of a header says; `*wrong` where it is no number, or too large. */
static bool read_size(const char *line, size_t count, size_t *size, bool *wrong)
{
    if (!begins_with(line, count, HEADER))
        return false;
    size_t i = sizeof HEADER - 1, digits = 0;
    while (i < count && (line[i] == ' ' || line[i] == '\t'))
        i++;
    for (*size = 0; i < count && line[i] >= '0' && line[i] <= '9' && *size <= LSP_LARGEST_FRAME; i++, digits++)
        *size = *size * 10 + (size_t)(line[i] - '0');
    while (i < count && (line[i] == ' ' || line[i] == '\t'))
        i++;
    *wrong = digits == 0 || i < count || *size > LSP_LARGEST_FRAME;
    return true;
}

typedef struct header {
    size_t bytes; /* with the empty line; 0: not all of it is there yet */
    size_t size;  /* of the message */
    bool has_size, wrong;
} header;

static header read_header(const lsp_frames *frames)
{
    header made = {0};
    const char *at = frames->buffer.bytes + frames->buffer.begin, *end = frames->buffer.bytes + frames->buffer.end;
    for (const char *line = at; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        if (newline == NULL)
            break;
        const size_t count = (size_t)(newline - line) - (newline > line && newline[-1] == '\r');
        if (count == 0) {
            made.bytes = (size_t)(newline + 1 - at);
            break;
        }
        made.has_size |= read_size(line, count, &made.size, &made.wrong);
        line = newline + 1;
    }
    return made;
}

/* Skips at least `least` bytes, and on to what may be a header. */
static void skip_to_header(lsp_frames *frames, size_t least)
{
    const size_t count = frames->buffer.end - frames->buffer.begin;
    size_t at = least < count ? least : count;
    while (at < count && !begins_with(frames->buffer.bytes + frames->buffer.begin + at, count - at, HEADER))
        at++;
    frames->buffer.begin += at;
}

static lsp_arrival damaged(lsp_frames *frames, const char *problem, size_t least)
{
    frames->problem = problem;
    skip_to_header(frames, least);
    return LSP_DAMAGED;
}

static lsp_arrival end_within(lsp_frames *frames, const char *problem)
{
    frames->problem = problem;
    frames->buffer.begin = frames->buffer.end;
    return LSP_STREAM_END;
}

lsp_arrival lsp_frames_next(lsp_frames *frames, int wait, const char **text, size_t *length)
{
    frames->problem = NULL;
    header head = {0};
    while ((head = read_header(frames)).bytes == 0) {
        const size_t there = frames->buffer.end - frames->buffer.begin;
        if (there > LSP_LONGEST_HEADER)
            return damaged(frames, "this is no header of a message: there is no empty line behind it", 1);
        if (!rpc_buffer_read(&frames->buffer, there > 0 ? -1 : wait)) {
            if (!frames->buffer.ended)
                return LSP_NOTHING;
            return end_within(frames, there > 0 ? "the stream ended within the header of a message" : NULL);
        }
    }
    if (!head.has_size)
        return damaged(frames, "a message has no Content-Length", 1);
    if (head.wrong)
        return damaged(frames, "the Content-Length of a message is no number of bytes up to 256 MiB", head.bytes);
    while (frames->buffer.end - frames->buffer.begin - head.bytes < head.size)
        if (!rpc_buffer_read(&frames->buffer, -1) && frames->buffer.ended)
            return end_within(frames, "the stream ended within a message");
    *text = frames->buffer.bytes + frames->buffer.begin + head.bytes;
    *length = head.size;
    frames->buffer.begin += head.bytes + head.size;
    return LSP_ARRIVED;
}
