/*
 * Serves the desk, a folder of static files (docs/desk.md), on loopback, and beside it one text in memory, the sources that it opens
 * with. It speaks as much HTTP as browsers need to load a page: GET and HEAD of files by name, one request for each connection.
 */
#pragma once

#include "base/text.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct desk_served {
    const char *page;       /* the folder with index.html */
    const base_text *files; /* what is served as `/files.json` */
    uint16_t port;          /* 0: any that is free */
    /* Called once, when the server listens on `port`. */
    void (*listening)(void *user, uint32_t port);
    void *user;
} desk_served;

/* Serves until the program is ended. False: it cannot listen on that port. */
bool desk_serve(const desk_served *served);
