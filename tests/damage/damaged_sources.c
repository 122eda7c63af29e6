/*
 * Damaged sources: every byte left out, every truncation, a bit flipped in every byte, and lines that have
 * lost or exchanged pieces. The compiler answers with diagnostics, which are printed too (to nowhere);
 * whatever it accepts must verify, and plan safely.
 */
#include "damage.h"
#include "base/diagnostic_print.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct in_memory {
    const char *text;
    size_t length;
} in_memory;

static const char *read_memory(void *user, const char *path, char **text, size_t *length)
{
    const in_memory *file = user;

    if (strcmp(path, "damaged.htn") != 0)
        return "No such file";
    *length = file->length;
    *text = must_allocate(file->length + 1);
    memcpy(*text, file->text, file->length);
    (*text)[file->length] = 0;
    return NULL;
}

static void release_memory(void *user, char *text)
{
    (void)user;
    free(text);
}

base_result compile_text(htnc_compilation *compilation, const char *text, size_t length, bool no_debug,
                         const base_allocator *allocator)
{
    in_memory file = {text, length};
    const base_reader reader = {read_memory, release_memory, &file, NULL};
    htnc_options options = {0};

    options.workspace.reader = &reader;
    options.workspace.allocator = allocator;
    options.no_debug = no_debug;
    return htnc_compile(compilation, "damaged.htn", &options);
}

/* The compiler verifies what it wrote; a refusal is its own fault, whatever the source was. */
static bool wrote_nonsense(const htnc_compilation *compilation)
{
    const base_diagnostic *diagnostic = compilation->workspace.diagnostics.first;

    for (; diagnostic; diagnostic = diagnostic->next)
        if (diagnostic->id == BASE_DIAG_BAD_BLOB)
            return true;
    return false;
}

bool try_text(const char *name, size_t at, const char *text, size_t length, text_counts *counts)
{
    htnc_compilation compilation;
    base_result result;
    bool good;

    watch(name, at);
    result = compile_text(&compilation, text, length, false, NULL);
    base_diagnostics_print(&compilation.workspace.diagnostics, counts->nowhere, true);
    if (result == BASE_DONE) {
        counts->accepted++;
        good = exercise(compilation.blob, compilation.blob_size) == HTN_OK;
    } else {
        counts->rejected++;
        good = result == BASE_REJECTED && compilation.workspace.diagnostics.errors > 0 && !wrote_nonsense(&compilation);
    }
    htnc_free(&compilation);
    if (!good)
        printf("# %s, damaged at %llu: result %d, or a blob that does not verify\n# %.*s\n", name,
               (unsigned long long)at, (int)result, (int)(length > 200 ? 200 : length), text);
    return good;
}

/* Copies the text without [from, to) and with `extra` bytes of it from `source` on in its place. */
static size_t splice(char *to, const char *text, size_t length, size_t from, size_t end, size_t source, size_t extra)
{
    memcpy(to, text, from);
    memcpy(to + from, text + source, extra);
    memcpy(to + from + extra, text + end, length - end);
    return length - (end - from) + extra;
}

static bool damage_randomly(const char *name, const char *text, size_t length, uint32_t cases, text_counts *counts)
{
    char *damaged = must_allocate(length + 64);
    uint64_t state = 3;
    bool good = true;
    uint32_t i;

    for (i = 0; good && i < cases; i++) {
        size_t from = random_below(&state, (uint32_t)length), end = from + random_below(&state, 40);
        size_t extra = random_below(&state, 40), source = random_below(&state, (uint32_t)length);

        end = end > length ? length : end;
        extra = source + extra > length ? length - source : extra;
        good = try_text(name, i, damaged, splice(damaged, text, length, from, end, source, extra), counts);
    }
    free(damaged);
    return good;
}

bool damage_source(const char *name, const char *text, size_t length, uint32_t stride)
{
    char *damaged = must_allocate(length);
    text_counts counts = {tmpfile(), 0, 0};
    uint64_t state = 5;
    bool good = counts.nowhere != NULL;
    size_t at;

    for (at = 0; good && at < length; at += stride) {
        memcpy(damaged, text, length);
        damaged[at] = (char)(damaged[at] ^ 1 << random_below(&state, 8));
        good = try_text(name, at, text, at, &counts) && try_text(name, at, damaged, length, &counts) &&
               try_text(name, at, damaged, splice(damaged, text, length, at, at + 1, 0, 0), &counts);
        rewind(counts.nowhere);
    }
    free(damaged);
    good = good && damage_randomly(name, text, length, (uint32_t)length / stride, &counts);
    printf("# %s: %llu damaged texts accepted, %llu rejected\n", name, (unsigned long long)counts.accepted,
           (unsigned long long)counts.rejected);
    if (counts.nowhere)
        fclose(counts.nowhere);
    return good;
}
