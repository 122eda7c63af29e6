/* Messages as lines: each ends with a line feed, and has none inside. */
#pragma once

#include "rpc/input_buffer.h"
#include <stdbool.h>
#include <stddef.h>

enum { RPC_LONGEST_LINE = 16 << 20 };

typedef struct rpc_lines {
    rpc_buffer buffer;
    bool skips; /* the rest of a line that is too long is thrown away */
} rpc_lines;

void rpc_lines_init(rpc_lines *lines, int descriptor);
void rpc_lines_free(rpc_lines *lines);

/*
 * Waits for the next line that is not empty. True: `*text` has `*length` bytes, without the line end, until the next call. `*text` is NULL in
 * place of a line that is too long. False: no more will come; what is left without a line end is no line.
 */
bool rpc_lines_next(rpc_lines *lines, const char **text, size_t *length);
