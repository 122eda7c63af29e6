/*
 * Blobs and sources damaged in every small way, and memory that runs out: an error, or something that
 * works; never a crash, a hang or a leak. Meant for the build with sanitizers. TAP on stdout.
 * HTN_LONG=1 in the environment: more random damage.
 */
#include "damage.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cases, failures;

static void result(bool good, const char *what, const char *name)
{
    printf("%sok %d - %s: %s\n", good ? "" : "not ", ++cases, what, name);
    failures += !good;
    fflush(stdout);
}

/* A text of many tasks, so that the arena needs many chunks. */
static char *long_text(size_t *length)
{
    enum { TASKS = 1500, ROOM = 256 };
    char *text = must_allocate((size_t)TASKS * ROOM);
    int i;

    *length = (size_t)sprintf(text, "World State [Count : 0..100]\n");
    for (i = 0; i < TASKS; i++)
        *length +=
            (size_t)sprintf(text + *length,
                            "Compound Task [C%d] Method [Count == %d] Subtasks [P%d()] Method [] Subtasks [C%d()]\n"
                            "Primitive Task [P%d] Operator [Do%d(Count)] Effects [Count += 1]\n",
                            i, i % 100, i, i + 1 < TASKS ? i + 1 : i, i, i);
    return text;
}

/*
 * Of a large domain in the usual run, some bits and bytes, of each place in a byte, as 8 has no common divisor with BITS. All with
 * HTN_LONG and without sanitizers (HTN_BRIEF), which would take half an hour.
 */
enum { BITS = 7, BYTES = 11 };

static void one_domain(const char *path, bool no_debug, bool large)
{
    const bool is_long = getenv("HTN_LONG") != NULL, brief = getenv("HTN_BRIEF") != NULL;
    const bool all = !large || (is_long && !brief);
    uint32_t length_factor = !is_long ? 1 : brief ? 10 : 50;
    htnc_compilation compilation;
    size_t length;
    char *text = file_text(path, &length);
    bool good = compile_text(&compilation, text, length, no_debug, NULL) == BASE_DONE;

    result(good, path, "compiles");
    if (good)
        result(damage_blob(path, compilation.blob, compilation.blob_size, all ? 1 : BITS, 4000 * length_factor), path,
               "bits of the blob flipped, every truncation, random changes");
    htnc_free(&compilation);
    result(damage_source(path, text, length, all ? 1 : BYTES), path,
           "bytes of the source left out or changed, truncations");
    result(fail_allocations(path, text, length), path, "every allocation of its compilation fails");
    free(text);
}

int main(void)
{
    size_t length;
    char *text;

    setvbuf(stdout, NULL, _IOLBF, 0);
    one_domain("tests/damage/everything.htn", getenv("HTN_LONG") == NULL, true); /* half of it is debug information */
    one_domain("domains/01-first-domain.htn", true, false);
    one_domain("domains/10-parameters.htn", false, false);
    text = long_text(&length);
    result(fail_allocations("a long text", text, length), "a long text", "every allocation of its compilation fails");
    free(text);
    printf("1..%d\n", cases);
    return failures != 0;
}
