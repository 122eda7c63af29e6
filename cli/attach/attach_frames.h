/*
 * The tool's end of the protocol of docs/attach.md, without a socket: bytes in, messages out, and back. The game's bytes are not
 * trusted.
 */
#pragma once

#include "base/text.h"
#include <stdint.h>

/* What a token is made of. */
#define ATTACH_TOKEN_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

/* The request that begins a connection. */
void attach_add_request(base_text *to, const char *host, const char *token);

/* A message: its kind, numbers, and bytes behind them. */
void attach_add_payload(base_text *to, uint8_t kind, const uint32_t *numbers, uint32_t count, const void *rest,
                        size_t size);

/* The same as a frame. */
void attach_add_message(base_text *to, uint8_t kind, const uint32_t *numbers, uint32_t count, const void *rest,
                        size_t size);

/* Hears of each message. */
typedef void attach_hear(void *user, const uint8_t *message, size_t size);

/* What has come, and is not taken apart yet. All zeroes: nothing. */
typedef struct attach_incoming {
    base_text bytes;
    bool greeted;
    const char *problem; /* why the connection ends: a sentence; NULL: it goes on */
} attach_incoming;

/* Takes what has come apart. What is to be answered is appended to `answers`. False: the connection ends, see `problem`. */
bool attach_take(attach_incoming *in, const void *bytes, size_t size, attach_hear *hear, void *user,
                 base_text *answers);
