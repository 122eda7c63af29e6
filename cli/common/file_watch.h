/* Waits until one of several files has changed, for commands that run again then. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cli_watched {
    char *path;
    uint64_t stamp; /* of the file when it was last looked at */
} cli_watched;

/* All zero: no files. */
typedef struct cli_watch {
    cli_watched *files;
    size_t count, capacity;
} cli_watch;

/* Adds a file, as it is now. It need not exist. */
void cli_watch_add(cli_watch *watch, const char *path);

/* Whether a file has changed since the last look; notes how they are. */
bool cli_watch_changed(cli_watch *watch);

/* Waits until a file is not as it was, and then all are left alone for a moment. Notes how they are then. */
void cli_watch_wait(cli_watch *watch);

void cli_watch_free(cli_watch *watch);
