/*
 * The heist without its window: headless FRAMES LANES FOLDER BLOB... plays that many frames at 60 Hz, reloads the next BLOB
 * and saves and restores the game again and again, and writes each guard's journal into FOLDER. Prints the result of the game, so that two
 * runs can be compared.
 */
#include "examples/heist/heist_guards.h"
#include <stdio.h>
#include <stdlib.h>

enum { FRAME_US = 16667, RELOAD = 300, SAVE = 170, RESTORE = 410 };

static void must(const char *problem, const char *what)
{
    if (problem == NULL)
        return;
    fprintf(stderr, "headless: %s: %s\n", what, problem);
    exit(1);
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(1 << 20);
    must(file == NULL ? "cannot be opened" : NULL, path);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void load(heist_guards *guards, const char *path)
{
    size_t size;
    uint8_t *blob = read_file(path, &size);
    must(heist_guards_load(guards, blob, size), path);
    free(blob);
}

static void write_journals(heist_guards *guards, const char *folder)
{
    char path[1024];
    for (uint32_t i = 0; i < HEIST_GUARDS; i++) {
        snprintf(path, sizeof path, "%s/%u.htnj", folder, i);
        FILE *file = fopen(path, "wb");
        must(file == NULL ? "cannot be written" : NULL, path);
        const heist_bytes *journal = heist_guards_journal(guards, i);
        fwrite(journal->bytes, 1, journal->size, file);
        fclose(file);
    }
}

int main(int argc, char **argv)
{
    static heist_game game;
    heist_bytes saved = {0};
    if (argc < 5)
        must("FRAMES LANES FOLDER BLOB...", "usage");
    const uint32_t frames = (uint32_t)atoi(argv[1]);
    heist_guards *guards = heist_guards_new(&game, (uint32_t)atoi(argv[2]));
    heist_start(&game, 2024);
    load(guards, argv[4]);
    for (uint32_t frame = 1; frame <= frames; frame++) {
        heist_move_thieves(&game, FRAME_US);
        const htn_status status = heist_guards_tick(guards, FRAME_US);
        must(status == HTN_OK ? NULL : htn_status_text(status), "tick");
        if (frame % RELOAD == 0)
            load(guards, argv[4 + frame / RELOAD % (uint32_t)(argc - 4)]);
        if (frame % SAVE == 0) {
            saved.size = 0;
            heist_guards_save(guards, &saved);
        }
        if (frame % RESTORE == 0)
            must(heist_guards_restore(guards, &saved), "restore");
    }
    write_journals(guards, argv[3]);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < HEIST_GUARDS; i++)
        sum = sum * 31 + game.guards[i].walker.at.x * 64u + game.guards[i].walker.at.y;
    printf("%u arrested, %u escaped, guards stand at %08x\n", game.arrested, game.escaped, sum);
    free(saved.bytes);
    heist_guards_free(guards);
    return 0;
}
