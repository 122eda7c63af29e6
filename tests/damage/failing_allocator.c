/*
 * Memory that runs out: each allocation of a compilation fails in turn, alone and with all that follow. The
 * answer is OUT_OF_MEMORY, and everything is given back.
 */
#include "damage.h"
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

static htnc_result compile_with(failing_memory *failing, const char *text, size_t length)
{
    const htnc_allocator allocator = {allocate, release, failing};
    htnc_compilation compilation;
    htnc_result result = compile_text(&compilation, text, length, false, &allocator);

    htnc_free(&compilation);
    return result;
}

bool fail_allocations(const char *name, const char *text, size_t length)
{
    failing_memory whole = {0, SIZE_MAX, 0, 0};
    size_t i, failures;

    watch(name, 0);
    if (compile_with(&whole, text, length) != HTNC_DONE || whole.live != 0) {
        printf("# %s: does not compile, or leaves %llu allocations behind\n", name, (unsigned long long)whole.live);
        return false;
    }
    for (i = 0; i < whole.count; i++)
        for (failures = 1; failures; failures = failures == 1 ? SIZE_MAX : 0) {
            failing_memory failing = {0, i, failures, 0};
            htnc_result result;

            watch(name, i);
            result = compile_with(&failing, text, length);
            if (result != HTNC_OUT_OF_MEMORY || failing.live != 0) {
                printf("# %s: allocation %llu of %llu failed: result %d, %llu left behind\n", name,
                       (unsigned long long)i, (unsigned long long)whole.count, (int)result,
                       (unsigned long long)failing.live);
                return false;
            }
        }
    printf("# %s: each of %llu allocations failed\n", name, (unsigned long long)whole.count);
    return true;
}
