/* Reads messages from a descriptor; see frames.h. The bytes of a message stay in the buffer until the next one is asked for. */
#include "lsp/protocol/frames.h"

#include "base/text.h"
#include <stdlib.h>
#include <string.h>

static const char HEADER[] = "content-length:";

void lsp_frames_init(lsp_frames *frames, int descriptor)
{
    *frames = (lsp_frames){.input = {.descriptor = descriptor}, .ended = descriptor < 0};
}

void lsp_frames_free(lsp_frames *frames)
{
    free(frames->bytes);
    *frames = (lsp_frames){.input = {.descriptor = -1}, .ended = true};
}

/* Makes room for `count` bytes behind `end`. */
static void reserve(lsp_frames *frames, size_t count)
{
    const size_t used = frames->end - frames->begin;
    if (frames->begin > 0) {
        memmove(frames->bytes, frames->bytes + frames->begin, used);
        frames->begin = 0;
        frames->end = used;
    }
    if (frames->capacity - used >= count)
        return;
    frames->capacity = (used + count) * 2;
    frames->bytes = base_reallocate(frames->bytes, frames->capacity);
}

void lsp_frames_feed(lsp_frames *frames, const char *bytes, size_t count)
{
    reserve(frames, count);
    memcpy(frames->bytes + frames->end, bytes, count);
    frames->end += count;
}

/* Reads what is there, at least one byte. False: nothing came in time, or the stream is over. */
static bool read_more(lsp_frames *frames, int wait)
{
    if (frames->ended || !rpc_input_is_ready(&frames->input, wait))
        return false;
    reserve(frames, RPC_READ_AT_ONCE);
    const long got = rpc_input_read(&frames->input, frames->bytes + frames->end);
    frames->ended = got <= 0;
    frames->end += got > 0 ? (size_t)got : 0;
    return got > 0;
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
    const char *at = frames->bytes + frames->begin, *end = frames->bytes + frames->end;
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
    const size_t count = frames->end - frames->begin;
    size_t at = least < count ? least : count;
    while (at < count && !begins_with(frames->bytes + frames->begin + at, count - at, HEADER))
        at++;
    frames->begin += at;
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
    frames->begin = frames->end;
    return LSP_STREAM_END;
}

lsp_arrival lsp_frames_next(lsp_frames *frames, int wait, const char **text, size_t *length)
{
    frames->problem = NULL;
    header head = {0};
    while ((head = read_header(frames)).bytes == 0) {
        const size_t there = frames->end - frames->begin;
        if (there > LSP_LONGEST_HEADER)
            return damaged(frames, "this is no header of a message: there is no empty line behind it", 1);
        if (!read_more(frames, there > 0 ? -1 : wait)) {
            if (!frames->ended)
                return LSP_NOTHING;
            return end_within(frames, there > 0 ? "the stream ended within the header of a message" : NULL);
        }
    }
    if (!head.has_size)
        return damaged(frames, "a message has no Content-Length", 1);
    if (head.wrong)
        return damaged(frames, "the Content-Length of a message is no number of bytes up to 256 MiB", head.bytes);
    while (frames->end - frames->begin - head.bytes < head.size)
        if (!read_more(frames, -1) && frames->ended)
            return end_within(frames, "the stream ended within a message");
    *text = frames->bytes + frames->begin + head.bytes;
    *length = head.size;
    frames->begin += head.bytes + head.size;
    return LSP_ARRIVED;
}
