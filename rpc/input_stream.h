/*
 * Bytes from a descriptor, with a limit on how long they are waited for. On Windows, where only some kinds of descriptors can be waited for,
 * a thread reads ahead; it ends with the program.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct rpc_input {
    int descriptor; /* -1: there is none, and nothing ever comes */
    void *ahead;    /* what the thread has read; NULL: it has not begun */
} rpc_input;

enum { RPC_READ_AT_ONCE = 64 * 1024 };

/* Whether there are bytes, or the end, within `wait` milliseconds; -1: waits for ever. */
bool rpc_input_is_ready(rpc_input *input, int wait);

/* Reads at least one byte and at most RPC_READ_AT_ONCE. 0 or less: the stream is over. */
long rpc_input_read(rpc_input *input, char *bytes);
