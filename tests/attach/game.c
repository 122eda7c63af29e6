/*
 * The heist without its window, attached to: game FOLDER TOKEN PORT BYTES JOURNALS BLOB. Plays until it is killed, faster than a real
 * game, and writes its port to FOLDER/port. SIGTERM: writes the guards' journals there, and ends. JOURNALS: `own`, or `none` of its own.
 */
#define _POSIX_C_SOURCE 200809L
#include "examples/heist/heist_attach.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FRAME_US = 16667, MOST_BLOB = 1 << 20 };

static volatile sig_atomic_t over;

static void end(int number)
{
    (void)number;
    over = 1;
}

static void must(const char *problem, const char *what)
{
    if (problem == NULL)
        return;
    fprintf(stderr, "game: %s: %s\n", what, problem);
    exit(1);
}

static FILE *open_in(const char *folder, const char *name, const char *mode)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, mode);
    must(file == NULL ? "cannot be opened" : NULL, path);
    return file;
}

static void load(heist_guards *guards, const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *blob = malloc(MOST_BLOB);
    must(file == NULL ? "cannot be opened" : NULL, path);
    const size_t size = fread(blob, 1, MOST_BLOB, file);
    fclose(file);
    must(heist_guards_load(guards, blob, size), path);
    free(blob);
}

static void write_journals(const heist_guards *guards, const char *folder)
{
    for (uint32_t i = 0; i < HEIST_GUARDS; i++) {
        char name[32];
        const heist_bytes *journal = heist_guards_journal(guards, i);
        snprintf(name, sizeof name, "%u.htnj", i);
        FILE *file = open_in(folder, name, "wb");
        fwrite(journal->bytes, 1, journal->size, file);
        fclose(file);
    }
}

int main(int argc, char **argv)
{
    static heist_game game;
    static heist_attach attach;
    const struct timespec pause = {0, 2000000};
    if (argc != 7)
        must("FOLDER TOKEN PORT BYTES JOURNALS BLOB", "usage");
    heist_guards *guards = heist_guards_new(&game, 1);
    heist_start(&game, 2024);
    load(guards, argv[6]);
    must(heist_attach_open(&attach, guards, (uint16_t)atoi(argv[3]), argv[2], (size_t)atol(argv[4]),
                           strcmp(argv[5], "own") == 0),
         "attach");
    signal(SIGTERM, end);
    FILE *file = open_in(argv[1], "port.new", "w");
    fprintf(file, "%u\n", htn_attach_port(attach.attach));
    fclose(file);
    char from[1024], to[1024];
    snprintf(from, sizeof from, "%s/port.new", argv[1]);
    snprintf(to, sizeof to, "%s/port", argv[1]);
    rename(from, to);
    while (!over) {
        if (htn_attach_runs(attach.attach)) {
            heist_move_thieves(&game, FRAME_US);
            heist_guards_tick(guards, FRAME_US);
        }
        heist_attach_update(&attach);
        nanosleep(&pause, NULL);
    }
    write_journals(guards, argv[1]);
    htn_attach_close(attach.attach);
    heist_guards_free(guards);
    return 0;
}
