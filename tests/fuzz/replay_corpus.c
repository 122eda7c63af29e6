/*
 * The main function of a door without a fuzzer: it passes the files of the door's corpus, or those named on the command line, to the
 * door one after the other, and prints TAP. `make fuzz` leaves this file out, because the fuzzing engine has the main function there.
 *
 *     test_door_X [FILE...]        without FILE: the files of corpus/X/ beside this program
 *     test_door_X --seeds FOLDER   writes saves and journals to FOLDER/save/ and FOLDER/journal/
 *
 * The Makefile unpacks tests/fuzz/corpus/X.tar into corpus/X/; tests/fuzz/corpora adds to the archive and lists it.
 */
#define _XOPEN_SOURCE 700
#include "wild_game.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cases;

static void replay(const char *path)
{
    size_t size;
    char *text = file_text(path, &size);
    uint8_t *exact = must_allocate(size); /* so that a sanitizer sees a byte too many */
    memcpy(exact, text, size);
    free(text);
    printf("# %s\n", path);
    fflush(stdout);
    watch(path, 0);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    printf("ok %d - %s\n", ++cases, path);
}

static void replay_folder(const char *folder)
{
    struct dirent **files;
    char path[1024];
    const int count = scandir(folder, &files, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]->d_name);
        if (files[i]->d_name[0] != '.')
            replay(path);
        free(files[i]);
    }
    if (count >= 0)
        free(files);
    if (cases == 0)
        printf("not ok %d - %s has no files\n", ++cases, folder);
}

int main(int count, char **arguments)
{
    char folder[512];
    const char *door = strstr(arguments[0], "test_door_");
    const int beside = door != NULL ? (int)(door - arguments[0]) : 0;
    if (count == 3 && strcmp(arguments[1], "--seeds") == 0) {
        wild_game_write_seeds(arguments[2]);
        return 0;
    }
    snprintf(folder, sizeof folder, "%.*scorpus/%s", beside, arguments[0],
             door != NULL ? door + strlen("test_door_") : "");
    for (int i = 1; i < count; i++)
        replay(arguments[i]);
    if (count == 1)
        replay_folder(folder);
    printf("1..%d\n", cases);
    return 0;
}
