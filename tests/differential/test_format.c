/*
 * The layout of sources (compiler/format): of all sources of the project, of random domains, and of both after damage. A layout keeps
 * all tokens and comments, which htnc_format() checks itself; laid out twice, a text is the same; and the blob without debug
 * information stays the same. Random domains are also laid out from one long line, and from one token in each line. `--seed N`: one
 * random domain; `--count N`: so many.
 */
#define _POSIX_C_SOURCE 200809L
#include "compiler/format/format.h"
#include "compiler/htnc.h"
#include "dice.h"
#include "generate.h"
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DOMAINS = 2000, DAMAGED = 20 /* of each source */, ROOM = GENERATED_SIZE };

static unsigned failed, passed;

static void fail(const char *name, const char *why, const char *text, size_t length)
{
    if (failed++ < 5)
        printf("# %s: %s\n%.*s\n", name, why, (int)length, text);
}

/* --- Compiling a text in place of a file --------------------------------------------------------- */

typedef struct replaced {
    const char *text;
    size_t length;
    bool taken; /* the main file is asked for first */
} replaced;

static const char *read_replaced(void *user, const char *path, char **text, size_t *length)
{
    replaced *r = user;
    if (r->taken)
        return base_file_system.read(base_file_system.user, path, text, length);
    r->taken = true;
    *length = r->length;
    *text = malloc(r->length + 1);
    memcpy(*text, r->text, r->length);
    (*text)[r->length] = '\0';
    return NULL;
}

static void release_replaced(void *user, char *text)
{
    (void)user;
    free(text);
}

static base_result compile(htnc_compilation *compilation, const char *path, const char *text, size_t length)
{
    replaced r = {text, length, false};
    const base_reader reader = {read_replaced, release_replaced, &r, NULL};
    static const char *const quiet[] = {"none"};
    const htnc_options options = {.no_debug = true,
                                  .workspace = {.reader = &reader, .switches = quiet, .switch_count = 1}};
    return htnc_compile(compilation, path, &options);
}

static bool same_blob(const char *path, const char *text, size_t length, const htnc_formatted *f)
{
    htnc_compilation before, after;
    const base_result a = compile(&before, path, text, length), b = compile(&after, path, f->text, f->length);
    const bool same = a == b && before.blob_size == after.blob_size &&
                      (before.blob_size == 0 || memcmp(before.blob, after.blob, before.blob_size) == 0);
    htnc_free(&before);
    htnc_free(&after);
    return same;
}

/* --- One text ------------------------------------------------------------------------------------ */

/* `path`: where imports are relative to; NULL: the text is not compiled. */
static void check(const char *name, const char *path, const char *text, size_t length)
{
    htnc_formatted once, twice;
    if (htnc_format(&once, text, length, NULL) != BASE_DONE || once.refused) {
        fail(name, "refused", text, length);
    } else if (htnc_format(&twice, once.text, once.length, NULL) != BASE_DONE || twice.changed) {
        fail(name, "laid out twice it differs", text, length);
        htnc_formatted_free(&twice);
    } else {
        htnc_formatted_free(&twice);
        if (path != NULL && !same_blob(path, text, length, &once))
            fail(name, "another blob", text, length);
        else
            passed++;
    }
    htnc_formatted_free(&once);
}

/* Takes away, doubles or replaces a few bytes. */
static size_t damage(dice_state *d, char *text, size_t length)
{
    static const char wild[] = "[](),:=.-+\"/*' \n\tA5";
    for (unsigned times = 1 + dice_below(d, 3); times > 0 && length > 1; times--) {
        const size_t at = dice_below(d, (uint32_t)length), count = 1 + dice_below(d, 8);
        switch (dice_below(d, 3)) {
        case 0: {
            const size_t gone = at + count < length ? count : length - at;
            memmove(text + at, text + at + gone, length - at - gone);
            length -= gone;
            break;
        }
        case 1: text[at] = wild[dice_below(d, sizeof wild - 1)]; break;
        default:
            memmove(text + at + 1, text + at, length - at);
            text[at] = wild[dice_below(d, sizeof wild - 1)];
            length++;
        }
    }
    return length;
}

static void check_damaged(const char *name, const char *text, size_t length, unsigned times)
{
    char *copy = malloc(length + 64);
    dice_state d = dice_for(length, 77);
    for (unsigned i = 0; i < times && length > 0; i++) {
        memcpy(copy, text, length);
        check(name, NULL, copy, damage(&d, copy, length));
    }
    free(copy);
}

/* --- Sources of the project ---------------------------------------------------------------------- */

static void check_file(const char *path)
{
    char *text;
    size_t length;
    if (base_file_system.read(base_file_system.user, path, &text, &length) != NULL) {
        fail(path, "cannot be read", "", 0);
        return;
    }
    check(path, path, text, length);
    check_damaged(path, text, length < 20000 ? length : 20000, DAMAGED);
    base_file_system.release(base_file_system.user, text);
}

static void check_files(void)
{
    static const char *const patterns[] = {"domains/*.htn", "examples/*/*.htn", "tests/*/*.htn", "tests/*/*/*.htn",
                                           "bench/*.htn"};
    glob_t found = {0};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        glob(patterns[i], i > 0 ? GLOB_APPEND : 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++)
        check_file(found.gl_pathv[i]);
    if (found.gl_pathc < 500)
        fail("sources", "there are fewer than 500", "", 0);
    globfree(&found);
}

/* --- Random domains ------------------------------------------------------------------------------ */

/* All in one line, or with a line end for each blank; generated texts have no comments and no strings with blanks. */
static void reflow(char *to, const char *text, char blank)
{
    for (; *text != '\0'; text++)
        *to++ = *text == ' ' || *text == '\n' ? blank : *text;
    *to = '\0';
}

static void check_domain(uint64_t seed, char *text, char *other)
{
    char name[64];
    snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
    const size_t length = generate_domain(seed, FEATURES_ALL, text);
    check(name, "random.htn", text, length);
    reflow(other, text, '\n');
    check(name, "random.htn", other, length);
    if (strstr(text, "Scenario") == NULL && strstr(text, "//") == NULL) {
        reflow(other, text, ' ');
        check(name, "random.htn", other, length);
    }
    check_damaged(name, text, length, 2);
}

static void report(unsigned number, const char *what)
{
    printf("%sok %u - %s (%u texts)\n", failed > 0 ? "not " : "", number, what, passed);
    failed = passed = 0;
}

int main(int argc, char **argv)
{
    char *text = malloc(ROOM), *other = malloc(ROOM);
    const unsigned count = argc > 2 && strcmp(argv[1], "--count") == 0 ? (unsigned)atoi(argv[2])
                                                                       : (unsigned)dice_rounds(DOMAINS, 4 * DOMAINS);
    printf("1..%u\n", argc > 1 ? 1 : 2);
    if (argc > 2 && strcmp(argv[1], "--seed") == 0) {
        check_domain(strtoull(argv[2], NULL, 10), text, other);
    } else {
        for (uint64_t seed = 1; seed <= count; seed++)
            check_domain(seed, text, other);
    }
    report(1, "random domains keep tokens, comments and blob, and stay as they are laid out");
    if (argc == 1) {
        check_files();
        report(2, "so do the sources of the project, and damaged ones");
    }
    free(text);
    free(other);
    return 0;
}
