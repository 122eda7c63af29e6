/* See harness.h. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCHES = 201, BATCH_NS = 50000, MOST_CONTENDERS = 5 };

_Noreturn void harness_fail(const char *why)
{
    fprintf(stderr, "bench: %s\n", why);
    exit(2);
}

void *harness_get(size_t size)
{
    void *memory = calloc(size + 1, 1);
    if (memory == NULL)
        harness_fail("out of memory");
    return memory;
}

htn_domain harness_load(const char *path)
{
    FILE *file = fopen(path, "rb");
    htn_domain domain;
    long size = -1;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size < 0)
        harness_fail("the blob cannot be read");
    void *blob = harness_get((size_t)size);
    rewind(file);
    const size_t got = fread(blob, 1, (size_t)size, file);
    fclose(file);
    if (htn_domain_load(&domain, blob, got, NULL) != HTN_OK)
        harness_fail("the blob is not sound");
    return domain;
}

htn_world harness_world(const htn_domain *domain)
{
    htn_world world;
    const size_t size = htn_world_bytes(domain);
    if (htn_world_init(&world, domain, harness_get(size), size) != HTN_OK)
        harness_fail("no world");
    return world;
}

htn_planner *harness_planner(const htn_domain *domain, const htn_limits *limits)
{
    htn_planner *planner;
    const size_t size = htn_planner_bytes(domain, limits);
    if (htn_planner_init(&planner, domain, limits, harness_get(size), size) != HTN_OK)
        harness_fail("no planner");
    return planner;
}

uint32_t harness_work(htn_planner *planner, htn_world *world)
{
    uint32_t units = 0;
    htn_plan_begin(planner, world, NULL);
    while (htn_plan_step(planner, 1) == HTN_SUSPENDED)
        units++;
    return units;
}

/* Since the first call: a double does not tell apart the nanoseconds since 1970. */
double harness_now(void)
{
    static time_t first;
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    if (first == 0)
        first = time.tv_sec;
    return (double)(time.tv_sec - first) * 1e9 + (double)time.tv_nsec;
}

double harness_cpu(void)
{
    return (double)clock() * (1e9 / CLOCKS_PER_SEC);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void harness_sort(double *times, size_t count)
{
    qsort(times, count, sizeof *times, by_size);
}

#if defined(__GNUC__)
__attribute__((noinline))
#endif
void harness_repeat(harness_run *run, void *user, uint32_t times)
{
    while (times-- > 0)
        run(user);
}

static double time_of(harness_run *run, void *user, uint32_t times)
{
    const double start = harness_now();
    harness_repeat(run, user, times);
    return (harness_now() - start) / times;
}

void harness_measure(harness_run *const *runs, uint32_t count, void *user, harness_time *times)
{
    static double all[MOST_CONTENDERS][BATCHES];
    uint32_t repeats[MOST_CONTENDERS];
    for (uint32_t who = 0; who < count; who++) {
        const double once = time_of(runs[who], user, 3);
        repeats[who] = once * 2 > BATCH_NS ? 1 : (uint32_t)(BATCH_NS / (once + 1)) + 1;
    }
    for (uint32_t batch = 0; batch < BATCHES; batch++)
        for (uint32_t who = 0; who < count; who++)
            all[who][batch] = time_of(runs[who], user, repeats[who]);
    for (uint32_t who = 0; who < count; who++) {
        harness_sort(all[who], BATCHES);
        times[who].least = all[who][0];
        times[who].median = all[who][BATCHES / 2];
    }
}
