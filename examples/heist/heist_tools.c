/* Bytes that grow, and threads; see heist_tools.h. */
#define _POSIX_C_SOURCE 200809L
#include "heist_tools.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint8_t *heist_bytes_reserve(heist_bytes *to, size_t size)
{
    if (to->room - to->size < size) {
        to->room = 2 * to->room + size;
        to->bytes = realloc(to->bytes, to->room);
        if (to->bytes == NULL) {
            fprintf(stderr, "heist: there is not enough memory\n");
            exit(1);
        }
    }
    return to->bytes + to->size;
}

void heist_bytes_add(heist_bytes *to, size_t size)
{
    to->size += size;
}

uint8_t *heist_bytes_piece(heist_bytes *to, size_t size)
{
    const uint32_t length = (uint32_t)size;
    uint8_t *at = heist_bytes_reserve(to, sizeof length + size);
    memcpy(at, &length, sizeof length);
    heist_bytes_add(to, sizeof length + size);
    return at + sizeof length;
}

const uint8_t *heist_next_piece(const heist_bytes *from, size_t *at, size_t *size)
{
    uint32_t length = 0;
    if (*at > from->size || from->size - *at < sizeof length)
        return NULL;
    memcpy(&length, from->bytes + *at, sizeof length);
    if (from->size - *at - sizeof length < length)
        return NULL;
    const uint8_t *piece = from->bytes + *at + sizeof length;
    *at += sizeof length + length;
    *size = length;
    return piece;
}

typedef struct lane {
    pthread_t thread;
    void (*work)(void *user, uint32_t lane);
    void *user;
    uint32_t number;
} lane;

static void *run_lane(void *user)
{
    const lane *this = user;
    this->work(this->user, this->number);
    return NULL;
}

void heist_in_lanes(uint32_t lanes, void (*work)(void *user, uint32_t lane), void *user)
{
    lane all[16];
    for (uint32_t i = 1; i < lanes; i++) {
        all[i] = (lane){.work = work, .user = user, .number = i};
        pthread_create(&all[i].thread, NULL, run_lane, &all[i]);
    }
    work(user, 0);
    for (uint32_t i = 1; i < lanes; i++)
        pthread_join(all[i].thread, NULL);
}
