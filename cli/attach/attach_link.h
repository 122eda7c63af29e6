/* The connection to a game: one that is gone is made again, again and again, as a game may die and return. */
#pragma once

#include "cli/attach/attach_game.h"
#include "cli/common/sockets.h"

typedef struct attach_link {
    const char *host, *port, *token;
    cli_socket socket; /* NO_SOCKET: none */
    uint64_t try_at;   /* base_milliseconds(): when it is tried next */
    uint64_t greet_by; /* the same: when the game must have answered */
    attach_incoming in;
    base_text out;
    const char *problem; /* why it cannot be made, or has ended; NULL: nothing is wrong */
} attach_link;

/* What has happened in attach_link_wait(). */
typedef enum attach_news { ATTACH_NOTHING, ATTACH_HEARD, ATTACH_BEGUN, ATTACH_GONE } attach_news;

/* Queues a message for a link: an attach_say. What is queued without a connection is forgotten. */
void attach_link_say(void *link, uint8_t kind, const uint32_t *numbers, uint32_t count, const void *rest, size_t size);

/*
 * Sends, and waits up to `milliseconds` for the game, for `input` (NO_SOCKET: none) or for the time to try again. `game` hears
 * what has come. `*ready`: there is input.
 */
attach_news attach_link_wait(attach_link *link, attach_game *game, cli_socket input, int milliseconds, bool *ready);

void attach_link_end(attach_link *link);
