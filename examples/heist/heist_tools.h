/* What any game has of its own, and a heist needs: bytes that grow, and work done by several threads. */
#ifndef HEIST_TOOLS_H
#define HEIST_TOOLS_H

#include <stddef.h>
#include <stdint.h>

/* Begins as zeroes. Free `bytes` at the end. */
typedef struct heist_bytes {
    uint8_t *bytes;
    size_t size, room;
} heist_bytes;

/* Where `size` more bytes may be written; they do not count before heist_bytes_add(). */
uint8_t *heist_bytes_reserve(heist_bytes *to, size_t size);
void heist_bytes_add(heist_bytes *to, size_t size);

/* Appends a piece of `size` bytes, which the caller writes, with its size in front of it. */
uint8_t *heist_bytes_piece(heist_bytes *to, size_t size);

/* Reads the piece at `*at`, and moves behind it. NULL: there is none, or it is cut short. */
const uint8_t *heist_next_piece(const heist_bytes *from, size_t *at, size_t *size);

/* Calls `work` for the numbers below `lanes`, each on a thread of its own, and waits for all. */
void heist_in_lanes(uint32_t lanes, void (*work)(void *user, uint32_t lane), void *user);

#endif
