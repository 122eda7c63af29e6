/* See file_watch.h. Files are looked at several times a second: that works on every file system, and costs next to nothing. */
#define _POSIX_C_SOURCE 200809L
#include "cli/common/file_watch.h"
#include "base/text.h"
#include "cli/common/files.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef _WIN32
#include <windows.h>
#endif

enum { EVERY = 150 }; /* milliseconds */

static void sleep_for(unsigned milliseconds)
{
#ifdef _WIN32
    Sleep(milliseconds);
#else
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
#endif
}

void cli_watch_add(cli_watch *watch, const char *path)
{
    for (size_t i = 0; i < watch->count; i++)
        if (strcmp(watch->files[i].path, path) == 0)
            return;
    watch->files = base_grow_array(watch->files, watch->count, &watch->capacity, sizeof *watch->files);
    watch->files[watch->count++] = (cli_watched){base_duplicate_text(path), cli_file_stamp(path)};
}

bool cli_watch_changed(cli_watch *watch)
{
    bool changed = false;
    for (size_t i = 0; i < watch->count; i++) {
        const uint64_t now = cli_file_stamp(watch->files[i].path);
        changed |= now != watch->files[i].stamp;
        watch->files[i].stamp = now;
    }
    return changed;
}

void cli_watch_wait(cli_watch *watch)
{
    bool changed = false, now;
    do {
        sleep_for(EVERY);
        now = cli_watch_changed(watch);
        changed |= now;
    } while (!changed || now);
}

void cli_watch_free(cli_watch *watch)
{
    for (size_t i = 0; i < watch->count; i++)
        free(watch->files[i].path);
    free(watch->files);
    *watch = (cli_watch){0};
}
