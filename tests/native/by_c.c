/*
 * Linked into a test program in place of htn_domain_load() (--wrap), so that the program runs as it is, with domains as C. By the
 * environment: NATIVE_COLLECT, a folder into which the C of each blob that is loaded is written; NATIVE_LIBRARY, a shared object
 * with all of that, whose C each blob then gets. A blob whose C is not there ends the program: nothing is left untested in silence.
 */
#include "compiler/native/native_text.h"
#include <dlfcn.h>
#include <htn/htn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

htn_status __real_htn_domain_load(htn_domain *domain, const void *blob, size_t size, htn_fault *fault);
htn_status __wrap_htn_domain_load(htn_domain *domain, const void *blob, size_t size, htn_fault *fault);

static _Noreturn void stop(const char *why, const char *what)
{
    fprintf(stderr, "by_c: %s: %s\n", why, what);
    exit(3);
}

/* Its name in C, of size and checksum; other blobs of the same are not looked for. */
static void name_of(const htn_domain *domain, char name[64])
{
    const uint8_t *sum = domain->blob + HTN_HEADER_CHECKSUM;
    snprintf(name, 64, "blob_%u_%02x%02x%02x%02x", (unsigned)domain->size, sum[3], sum[2], sum[1], sum[0]);
}

/* Of every fourth blob: C and machine change where a task of the one calls a task of the other. */
static htnc_native_hot every_second(base_arena *arena, const htn_domain *domain)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_TASKS);
    const char **names = base_alloc_array(arena, count / 2 + 1, sizeof *names);
    htnc_native_hot hot = {names, 0};
    for (uint32_t task = domain->blob[HTN_HEADER_CHECKSUM + 1] % 2; task < count; task += 2)
        names[hot.count++] = htn_task_name(domain, task);
    return hot;
}

static void collect(const htn_domain *domain, const char *folder)
{
    char name[64], path[512];
    base_arena arena;
    size_t length;
    name_of(domain, name);
    snprintf(path, sizeof path, "%s/%s.c", folder, name);
    FILE *file = fopen(path, "wx"); /* not twice */
    if (file == NULL)
        return;
    base_arena_init(&arena, NULL);
    if (setjmp(arena.failed) != 0)
        stop("out of memory", name);
    htnc_native_hot hot = {0};
    if (domain->blob[HTN_HEADER_CHECKSUM] % 4 == 0)
        hot = every_second(&arena, domain);
    const char *text = htnc_native_text_of(&arena, domain->blob, domain->size, name, name, &hot, &length);
    if (text == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0)
        stop("cannot be written", path);
    base_arena_free(&arena);
}

static void use(htn_domain *domain, const char *library)
{
    static void *object;
    char name[80];
    if (object == NULL)
        object = dlopen(library, RTLD_NOW);
    if (object == NULL)
        stop("cannot be loaded", dlerror());
    name_of(domain, name);
    snprintf(name + strlen(name), 16, "_native");
    const htn_native *native = dlsym(object, name);
    if (native == NULL)
        stop("there is no C", name);
    if (htn_domain_use_native(domain, native) != HTN_OK)
        stop("the C is refused", name);
}

htn_status __wrap_htn_domain_load(htn_domain *domain, const void *blob, size_t size, htn_fault *fault)
{
    const htn_status status = __real_htn_domain_load(domain, blob, size, fault);
    const char *folder = getenv("NATIVE_COLLECT"), *library = getenv("NATIVE_LIBRARY");
    if (status == HTN_OK && folder != NULL)
        collect(domain, folder);
    if (status == HTN_OK && library != NULL)
        use(domain, library);
    return status;
}
