/* Bytes of an input that were read and not yet taken: whole messages are cut from them. They come from a descriptor, or from memory (tests). */
#pragma once

#include "rpc/input_stream.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct rpc_buffer {
    rpc_input input; /* without a descriptor: only what is in `bytes` */
    char *bytes;     /* malloc'ed: read and not yet taken, from `begin` to `end` */
    size_t begin, end, capacity;
    bool ended; /* nothing more will come */
} rpc_buffer;

/* `descriptor` -1: bytes come only from rpc_buffer_feed(). */
void rpc_buffer_init(rpc_buffer *buffer, int descriptor);
void rpc_buffer_free(rpc_buffer *buffer);

/* Adds bytes behind those that were read. */
void rpc_buffer_feed(rpc_buffer *buffer, const char *bytes, size_t count);

/*
 * Reads what is there, at least one byte, and moves `bytes`. Waits for it `wait` milliseconds; -1: for ever. False: nothing came in time, or
 * `ended`.
 */
bool rpc_buffer_read(rpc_buffer *buffer, int wait);
