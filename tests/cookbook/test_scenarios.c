/*
 * Every scenario of domains/ is played: what the articles say of their characters, how they react, what they
 * keep to and what they go back to, from the source to the plan and on while it runs. The files are found,
 * not listed. What has to fail is in what_must_fail.htn beside this. Neighbour: stage.h.
 */
#include "stage.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 256, MOST_NAME = 512 };

typedef struct listing {
    char names[MOST_FILES][MOST_NAME];
    size_t count;
} listing;

static unsigned cases, failures;

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void list_files(listing *files)
{
    static const char ending[] = ".test.htn";
    DIR *folder = opendir("domains");
    const struct dirent *each;
    while (folder != NULL && (each = readdir(folder)) != NULL) {
        size_t length = strlen(each->d_name);
        if (length < sizeof ending || strcmp(each->d_name + length - strlen(ending), ending) != 0)
            continue;
        if (files->count < MOST_FILES)
            snprintf(files->names[files->count++], MOST_NAME, "domains/%s", each->d_name);
    }
    if (folder != NULL)
        closedir(folder);
    qsort(files->names, files->count, MOST_NAME, by_name);
}

/* A complaint's lines, as TAP wants them. */
static void show(const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        printf("#   %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static unsigned line_of(htnc_compilation *compilation, htnc_span span)
{
    return htnc_source_position(&compilation->sources, span.begin).line;
}

/* Plays a scenario that is meant to end well, or one that is meant not to. */
static void play_case(stage *on, htnc_compilation *compilation, const char *path, const htnc_scenario *scenario,
                      bool meant_well)
{
    bool well = play(on, compilation, scenario);
    const char *verdict = well == meant_well ? "ok" : "not ok";
    printf("%s %u - %s: %s%s\n", verdict, ++cases, path, scenario->name.text, meant_well ? "" : ", which has to fail");
    if (well == meant_well)
        return;
    failures++;
    printf("#   %s:%u\n", path, line_of(compilation, on->clause != NULL ? on->clause->span : scenario->span));
    show(well ? "it ended well" : on->complaint);
}

static void play_file(const char *path, bool meant_well)
{
    htnc_compilation compilation;
    static stage on;
    if (htnc_compile(&compilation, path, NULL) != HTNC_DONE) {
        printf("not ok %u - %s compiles\n", ++cases, path);
        failures++;
    } else {
        for (const htnc_scenario *each = compilation.model->main->scenarios; each != NULL; each = each->next)
            play_case(&on, &compilation, path, each, meant_well);
    }
    htnc_free(&compilation);
}

int main(void)
{
    static listing files;
    list_files(&files);
    for (size_t i = 0; i < files.count; i++)
        play_file(files.names[i], true);
    play_file("tests/cookbook/what_must_fail.htn", false);
    printf("1..%u\n", cases);
    return failures > 0 || cases == 0;
}
