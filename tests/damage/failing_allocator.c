/*
 * Memory that runs out: each allocation of a compilation fails in turn, alone and with all that follow. The
 * answer is OUT_OF_MEMORY, and everything is given back.
 */
#include "damage.h"
#include "hddl/read/hddl.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct failing_memory {
    size_t count;    /* allocations asked for */
    size_t fail_at;  /* the first that fails */
    size_t failures; /* how many fail from there on */
    size_t live;
} failing_memory;

static void *allocate(void *user, size_t size)
{
    failing_memory *failing = user;
    size_t number = failing->count++;

    if (number >= failing->fail_at && number - failing->fail_at < failing->failures)
        return NULL;
    failing->live++;
    return must_allocate(size);
}

static void release(void *user, void *memory)
{
    failing_memory *failing = user;

    if (memory)
        failing->live--;
    free(memory);
}

/* What is compiled: a text, a file with those that it imports, or a domain and a problem in HDDL. */
typedef struct job {
    const char *name; /* a path, unless there is a text */
    const char *text;
    size_t length;
    const char *problem; /* NULL: no HDDL */
} job;

static base_result compile_with(failing_memory *failing, const job *of)
{
    const base_allocator allocator = {allocate, release, failing};
    const htnc_options options = {.workspace.allocator = &allocator};
    const hddl_problem *content;
    htnc_compilation compilation;
    base_result result;

    if (of->text != NULL)
        result = compile_text(&compilation, of->text, of->length, false, &allocator);
    else if (of->problem != NULL)
        result = hddl_read(&compilation.workspace, of->name, of->problem, &options.workspace, &content);
    else
        result = htnc_compile(&compilation, of->name, &options);
    htnc_free(&compilation);
    return result;
}

/* One of them, alone or with all behind it. */
static bool fail_one(const job *of, size_t number, size_t failures)
{
    failing_memory failing = {0, number, failures, 0};
    base_result result;

    watch(of->name, number);
    result = compile_with(&failing, of);
    if (result == BASE_OUT_OF_MEMORY && failing.live == 0)
        return true;
    printf("# %s: allocation %llu failed: result %d, %llu left behind\n", of->name, (unsigned long long)number,
           (int)result, (unsigned long long)failing.live);
    return false;
}

static bool fail_each(const job *of, base_result wanted)
{
    failing_memory whole = {0, SIZE_MAX, 0, 0};
    size_t i;

    watch(of->name, 0);
    if (compile_with(&whole, of) != wanted || whole.live != 0) {
        printf("# %s: another result than expected, or %llu allocations left behind\n", of->name,
               (unsigned long long)whole.live);
        return false;
    }
    for (i = 0; i < whole.count; i++)
        if (!fail_one(of, i, 1) || !fail_one(of, i, SIZE_MAX))
            return false;
    printf("# %s: each of %llu allocations failed\n", of->name, (unsigned long long)whole.count);
    return true;
}

bool fail_allocations(const char *name, const char *text, size_t length)
{
    const job of = {name, text, length, NULL};

    return fail_each(&of, BASE_DONE);
}

bool fail_allocations_of_files(const char *path, const char *problem, base_result wanted)
{
    const job of = {path, NULL, 0, problem};

    return fail_each(&of, wanted);
}
