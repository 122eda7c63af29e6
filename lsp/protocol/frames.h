/*
 * Messages as they arrive: a header with `Content-Length`, an empty line, and so many bytes of JSON. A damaged header is
 * reported once; then everything up to the next `Content-Length` is skipped.
 */
#pragma once

#include "rpc/input_buffer.h"
#include <stdbool.h>
#include <stddef.h>

enum { LSP_LARGEST_FRAME = 256 << 20, LSP_LONGEST_HEADER = 4096 };

typedef enum lsp_arrival {
    LSP_ARRIVED,   /* a message is there */
    LSP_NOTHING,   /* none came in time */
    LSP_DAMAGED,   /* bytes that are no message were skipped; `problem` says why */
    LSP_STREAM_END /* no more will come. `problem` is set where it ended within a message */
} lsp_arrival;

typedef struct lsp_frames {
    rpc_buffer buffer;
    const char *problem; /* a constant text */
} lsp_frames;

void lsp_frames_init(lsp_frames *frames, int descriptor);
void lsp_frames_free(lsp_frames *frames);

/*
 * The next message. `wait`: milliseconds to wait for its first byte; -1: as long as it takes. ARRIVED: `*text` has `*length` bytes,
 * without a NUL behind them, until the next call.
 */
lsp_arrival lsp_frames_next(lsp_frames *frames, int wait, const char **text, size_t *length);
