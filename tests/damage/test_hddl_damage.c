/*
 * HDDL damaged in every small way, and memory that runs out: an error, or a problem that is translated and compiled; never a crash, a
 * hang or a leak. Meant for the build with sanitizers. TAP on stdout. HTN_LONG=1: every byte, not every third.
 */
#include "cli/common/hddl_compile.h"
#include "base/diagnostic_print.h"
#include "hddl/read/hddl.h"
#include "damage.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Both files; the reader is asked for the domain first. */
typedef struct in_memory {
    const char *texts[2];
    size_t lengths[2];
    uint32_t read;
} in_memory;

typedef struct failing_memory {
    size_t count, fail_at, live;
} failing_memory;

static int cases, failures;

static void result(bool good, const char *what)
{
    printf("%sok %d - %s\n", good ? "" : "not ", ++cases, what);
    failures += !good;
    fflush(stdout);
}

static const char *read_memory(void *user, const char *path, char **text, size_t *length)
{
    in_memory *files = user;
    const uint32_t at = files->read++ % 2;
    (void)path;
    *length = files->lengths[at];
    *text = must_allocate(files->lengths[at] + 1);
    memcpy(*text, files->texts[at], files->lengths[at]);
    return NULL;
}

static void release_memory(void *user, char *text)
{
    (void)user;
    free(text);
}

static base_result compile(htnc_compilation *compilation, in_memory *files, const base_allocator *allocator)
{
    const base_reader reader = {read_memory, release_memory, files, NULL};
    const htnc_options options = {.workspace.reader = &reader, .workspace.allocator = allocator};
    const hddl_problem *problem;
    const char *text;
    files->read = 0;
    *compilation = (htnc_compilation){0};
    base_result found = hddl_read(&compilation->workspace, "domain.hddl", "problem.hddl", &options.workspace, &problem);
    if (found == BASE_DONE)
        found = hddl_translate(&compilation->workspace, problem, HDDL_LOOPS_AUTO, &text);
    return found == BASE_DONE ? cli_hddl_compile(compilation, "problem.hddl", text, &options) : found;
}

/* What is refused has errors that can be printed; what is not verifies. */
static bool try_files(in_memory *files, size_t at, FILE *nowhere)
{
    htnc_compilation compilation;
    watch("HDDL", at);
    const base_result found = compile(&compilation, files, NULL);
    base_diagnostics_print(&compilation.workspace.diagnostics, nowhere, true);
    rewind(nowhere);
    const bool good = found == BASE_DONE ? exercise(compilation.blob, compilation.blob_size) == HTN_OK
                                         : found == BASE_REJECTED && compilation.workspace.diagnostics.errors > 0;
    for (const base_diagnostic *each = compilation.workspace.diagnostics.first; each != NULL; each = each->next)
        if (each->id == BASE_DIAG_BAD_BLOB)
            printf("# damaged at %llu: %s\n", (unsigned long long)at, each->message);
    htnc_free(&compilation);
    return good;
}

/* Each byte of one of the two cut off with all behind it, left out, or changed; and pieces put elsewhere. */
static bool damage(in_memory files, uint32_t which)
{
    const char *text = files.texts[which];
    const size_t length = files.lengths[which];
    char *damaged = must_allocate(length + 64);
    FILE *nowhere = tmpfile();
    uint64_t state = 11;
    bool good = nowhere != NULL;
    files.texts[which] = damaged;
    for (size_t at = 0; good && at < length; at += getenv("HTN_LONG") != NULL ? 1 : 3) {
        memcpy(damaged, text, length);
        files.lengths[which] = at;
        good = try_files(&files, at, nowhere);
        files.lengths[which] = length;
        damaged[at] = (char)(damaged[at] ^ 1 << random_below(&state, 8));
        good = good && try_files(&files, at, nowhere);
        memmove(damaged + at, text + at + 1, length - at - 1);
        files.lengths[which] = length - 1;
        good = good && try_files(&files, at, nowhere);
        const size_t from = random_below(&state, (uint32_t)length), count = random_below(&state, 40);
        const size_t piece = from + count > length ? length - from : count;
        memcpy(damaged, text, at);
        memcpy(damaged + at, text + from, piece);
        memcpy(damaged + at + piece, text + at, length - at);
        files.lengths[which] = length + piece;
        good = good && try_files(&files, at, nowhere);
    }
    if (nowhere != NULL)
        fclose(nowhere);
    free(damaged);
    return good;
}

static void *allocate(void *user, size_t size)
{
    failing_memory *failing = user;
    if (failing->count++ >= failing->fail_at)
        return NULL;
    failing->live++;
    return must_allocate(size);
}

static void release(void *user, void *memory)
{
    failing_memory *failing = user;
    failing->live -= memory != NULL;
    free(memory);
}

static bool fail_each(in_memory *files)
{
    base_result found = BASE_OUT_OF_MEMORY;
    size_t at = 0;
    for (; found == BASE_OUT_OF_MEMORY; at++) {
        failing_memory failing = {0, at, 0};
        const base_allocator allocator = {allocate, release, &failing};
        htnc_compilation compilation;
        found = compile(&compilation, files, &allocator);
        htnc_free(&compilation);
        if (failing.live != 0)
            return false;
    }
    printf("# each of %llu allocations failed\n", (unsigned long long)(at - 1));
    return found == BASE_DONE && at > 3;
}

/* A text of one piece many times, between two others. */
static char *repeat(const char *begin, const char *piece, size_t times, const char *end, size_t *length)
{
    const size_t size = strlen(piece);
    char *text = must_allocate(strlen(begin) + times * size + strlen(end) + 1);
    char *at = text + sprintf(text, "%s", begin);
    for (size_t i = 0; i < times; i++, at += size)
        memcpy(at, piece, size);
    *length = (size_t)(at - text) + (size_t)sprintf(at, "%s", end);
    return text;
}

/* A domain that is large or deep in one way: what is refused says why, what is not is compiled. */
static void large(const char *what, const char *begin, const char *piece, size_t times, const char *end)
{
    in_memory files = {.texts = {NULL, "(define (problem p) (:htn :ordered-subtasks (go)))"}};
    char *text = repeat(begin, piece, times, end, &files.lengths[0]);
    FILE *nowhere = tmpfile();
    files.texts[0] = text;
    files.lengths[1] = strlen(files.texts[1]);
    result(nowhere != NULL && try_files(&files, 0, nowhere), what);
    if (nowhere != NULL)
        fclose(nowhere);
    free(text);
}

static void large_texts(void)
{
#define HEAD   "(define (domain d) (:predicates (p) (q ?x)) (:task go :parameters ()) (:action a :effect (p)) "
#define METHOD "(:method m :task (go) "
    large("100,000 parentheses", HEAD METHOD ":precondition ", "(and ", 100000, "");
    large("190 negations", HEAD METHOD ":precondition ", "(not ", 190,
          "(p))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))"
          "))))))))))"
          ")))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))");
    large("nothing but parentheses", "", "(", 300000, "");
    large("60 quantifiers in one another", HEAD METHOD ":precondition ", "(forall (?x) (exists (?y) ", 60, "(q ?x)");
    large("50,000 conditions", HEAD METHOD ":precondition (and ", "(p) ", 50000, ") :ordered-subtasks ()))");
    large("20,000 subtasks", HEAD METHOD ":ordered-subtasks (and ", "(a) ", 20000, ")))");
    large("50,000 parameters of one name", HEAD "(:action b :parameters (", "?x ", 50000, ")))");
    large("50,000 types in a ring", "(define (domain d) (:types ", "t - t u - t t - u ", 50000, "))");
    large("a name of a megabyte", HEAD METHOD ":precondition (", "abcdefgh", 131072, ")))");
    large("50,000 unknown predicates", HEAD METHOD ":precondition (and ", "(unknown ?u) ", 50000, ")))");
    large("NULs and bytes of every kind", HEAD "\x80\xFF\x01{}[]\\\"`", "?:", 1000, "))");
}

int main(void)
{
    in_memory files = {0};
    char *domain = file_text("tests/hddl/a_courier_delivers_by_bike_and_by_foot.hddl", &files.lengths[0]);
    char *problem = file_text("tests/hddl/a_courier_delivers_by_bike_and_by_foot.problem.hddl", &files.lengths[1]);
    files.texts[0] = domain;
    files.texts[1] = problem;
    result(damage(files, 0), "the domain cut, changed and mixed at each byte");
    result(damage(files, 1), "the problem cut, changed and mixed at each byte");
    result(fail_each(&files), "every allocation fails");
    large_texts();
    free(domain);
    free(problem);
    printf("1..%d\n", cases);
    return failures != 0;
}
