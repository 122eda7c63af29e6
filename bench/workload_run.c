/* See workload_run.h. */
#include "workload_run.h"
#include "harness.h"
#include "workloads.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The same domain by the machine, or as C. */
typedef struct contender {
    htn_domain domain;
    htn_world world;
    htn_planner *planner;
} contender;

typedef struct bench {
    const workload *of;
    const workload_peer *peer; /* NULL: there is none, or it cannot do this workload */
    contender machine, native;
    htn_domain loaded;
    hand_planner hand;
    uint8_t *hand_world;
    htn_property changes; /* WORKLOAD_REPLAN*: a property that does not make another plan better */
    uint32_t sum;         /* keeps the compiler from removing the plans */
} bench;

static void prepare_contender(const bench *b, contender *by)
{
    htn_limits limits;
    memset(&limits, 0, sizeof limits);
    limits.work = UINT32_MAX;
    by->world = harness_world(&by->domain);
    by->planner = harness_planner(&by->domain, &limits);
    for (const char *const *name = b->of->set; *name != NULL; name++)
        if (htn_world_set(&by->world, htn_property_find(&by->domain, *name), 1) != HTN_OK)
            harness_fail("the domain has other properties");
}

static const htn_native *load_native(const char *path, const char *name)
{
    void *const object = dlopen(path, RTLD_NOW);
    const htn_native *const native = object == NULL ? NULL : (const htn_native *)dlsym(object, name);
    if (native == NULL)
        harness_fail(dlerror());
    return native;
}

static void load(bench *b, char **paths)
{
    b->machine.domain = b->native.domain = harness_load(paths[0]);
    if (strcmp(paths[1], "-") != 0 &&
        htn_domain_use_native(&b->native.domain, load_native(paths[1], paths[2])) != HTN_OK)
        harness_fail("the C is of another domain");
    prepare_contender(b, &b->machine);
    prepare_contender(b, &b->native);
    const uint32_t count = htn_domain_count(&b->machine.domain, HTN_SECTION_PROPERTIES);
    b->hand_world = harness_get(count);
    for (uint32_t i = 0; i < count; i++)
        b->hand_world[i] = (uint8_t)htn_world_get(&b->machine.world, i);
}

static void plan(void *user)
{
    bench *const b = user;
    b->sum += (uint32_t)htn_plan_find(b->machine.planner, &b->machine.world, NULL);
}

static void plan_native(void *user)
{
    bench *const b = user;
    b->sum += (uint32_t)htn_plan_find(b->native.planner, &b->native.world, NULL);
}

static void plan_by_hand(void *user)
{
    bench *const b = user;
    b->sum += (uint32_t)b->of->by_hand(&b->hand, b->hand_world);
}

static void plan_and_record(void *user)
{
    bench *const b = user;
    b->sum += (uint32_t)b->of->recorded(&b->hand, b->hand_world);
}

static void plan_by_peer(void *user)
{
    bench *const b = user;
    b->sum += (uint32_t)b->peer->plan();
}

/* The first step is done, and a property changes that makes no better plan; or each request differs from the last. */
static void replan_by(const bench *b, contender *by)
{
    static htn_request request = {.replan = true, .steps_done = 1};
    request.seed += b->of->what == WORKLOAD_REPLAN_ANEW;
    htn_world_set(&by->world, b->changes, !htn_world_get(&by->world, b->changes));
    if (htn_plan_find(by->planner, &by->world, &request) != HTN_STANDS)
        harness_fail("the running plan does not stand");
}

static void replan(void *user)
{
    bench *const b = user;
    replan_by(b, &b->machine);
}

static void replan_native(void *user)
{
    bench *const b = user;
    replan_by(b, &b->native);
}

static void load_again(void *user)
{
    bench *const b = user;
    b->sum += (uint32_t)htn_domain_load(&b->loaded, b->machine.domain.blob, b->machine.domain.size, NULL);
}

/* Whether it has the steps of the hand-written code, whose number was compared before. */
static bool has_steps(const bench *b, const uint32_t *tasks)
{
    const uint32_t count = b->hand.step_count;
    for (uint32_t i = 0; i < count; i++) {
        const bool any = b->of->what == WORKLOAD_PLAN_ANY_ORDER;
        uint32_t from = any ? 0 : i, end = any ? count : i + 1;
        while (from < end && tasks[from] != b->hand.steps[i].task)
            from++;
        if (from == end)
            return false;
    }
    return true;
}

/* All find the same steps. */
static void compare(bench *b, contender *by)
{
    htn_plan found;
    uint32_t tasks[HAND_STEPS];
    const htn_task first = htn_task_find(&by->domain, b->of->first);
    if (htn_plan_find(by->planner, &by->world, NULL) != HTN_OK)
        harness_fail("no plan");
    htn_planner_plan(by->planner, &found);
    if (b->of->by_hand == NULL)
        return;
    if (!b->of->by_hand(&b->hand, b->hand_world) || found.step_count != b->hand.step_count)
        harness_fail("the plans are of different lengths");
    for (uint32_t i = 0; i < found.step_count; i++)
        tasks[i] = found.steps[i].task - first;
    if (!has_steps(b, tasks))
        harness_fail("the plans differ");
}

/* Another project's planner may find another plan: then its time says nothing, and the line says so. */
static void prepare_peer(bench *b)
{
    uint32_t tasks[HAND_STEPS];
    const uint32_t count = htn_domain_count(&b->machine.domain, HTN_SECTION_PROPERTIES);
    if (b->peer == NULL || !b->peer->prepare(b->of->name, b->hand_world, count)) {
        b->peer = NULL;
        return;
    }
    if (b->of->by_hand == NULL || !b->of->by_hand(&b->hand, b->hand_world))
        harness_fail("there is nothing to compare a peer's plan with");
    if (b->peer->plan() && b->peer->steps(tasks, HAND_STEPS) == b->hand.step_count && has_steps(b, tasks))
        return;
    puts("differs");
    b->peer = NULL;
}

static void compare_records(bench *b, const contender *by)
{
    htn_plan found;
    htn_planner_plan(by->planner, &found);
    if (!b->of->recorded(&b->hand, b->hand_world) || found.step_count != b->hand.step_count ||
        found.record_count != b->hand.record_count ||
        memcmp(found.record, b->hand.record, found.record_count * sizeof *found.record) != 0)
        harness_fail("the records differ");
}

static void prepare(bench *b, contender *by)
{
    compare(b, by);
    if (b->of->recorded != NULL)
        compare_records(b, by);
    if (b->of->what != WORKLOAD_REPLAN && b->of->what != WORKLOAD_REPLAN_ANEW)
        return;
    b->changes = htn_property_find(&by->domain, "HasTracks");
    if (b->changes == HTN_NONE || htn_planner_adopt(by->planner) != HTN_OK ||
        htn_world_set(&by->world, htn_property_find(&by->domain, "PathClear"), 1) != HTN_OK)
        harness_fail("there is nothing to replan");
    replan_by(b, by);
}

enum { MOST = 5 };

/* The contenders, by name. */
static uint32_t choose(const bench *b, harness_run **runs, const char **names)
{
    const workload *of = b->of;
    uint32_t count = 0;
    const bool replans = of->what == WORKLOAD_REPLAN || of->what == WORKLOAD_REPLAN_ANEW,
               loads = of->what == WORKLOAD_LOAD;
    names[count] = "vm";
    runs[count++] = loads ? load_again : replans ? replan : plan;
    if (!loads && b->native.domain.native != NULL) {
        names[count] = "c";
        runs[count++] = replans ? replan_native : plan_native;
    }
    if (of->by_hand != NULL) {
        names[count] = "hand";
        runs[count++] = plan_by_hand;
    }
    if (of->recorded != NULL) {
        names[count] = "record";
        runs[count++] = plan_and_record;
    }
    if (b->peer != NULL) {
        names[count] = "peer";
        runs[count++] = plan_by_peer;
    }
    return count;
}

static void measure(bench *b, const char *who)
{
    harness_run *runs[MOST];
    const char *names[MOST];
    harness_time times[MOST];
    const uint32_t count = choose(b, runs, names);
    const bool plans = b->of->what == WORKLOAD_PLAN || b->of->what == WORKLOAD_PLAN_ANY_ORDER;
    for (uint32_t i = 0; who != NULL && i < count; i++)
        if (strcmp(who, names[i]) == 0)
            harness_repeat(runs[i], b, 10);
    if (who != NULL)
        return;
    const uint32_t units = plans ? harness_work(b->machine.planner, &b->machine.world) : 0;
    harness_measure(runs, count, b, times);
    for (uint32_t i = 0; i < count; i++)
        printf("%s\t%.1f\t%.1f\t%u\t%u\n", names[i], times[i].least, times[i].median, (unsigned)b->machine.domain.size,
               (unsigned)units);
}

int workload_run(int argc, char **argv, const workload_peer *peer)
{
    static bench b;
    const uint32_t number = argc > 1 ? (uint32_t)atoi(argv[1]) : 0;
    if (argc == 3 || argc == 4 || argc > 6 || number >= workload_count)
        harness_fail("usage: [NUMBER [BLOB C NAME [WHO]]]");
    for (uint32_t i = 0; argc == 1 && i < workload_count; i++)
        puts(workloads[i].name);
    b.of = &workloads[number];
    b.peer = peer;
    if (argc == 2)
        b.of->print(stdout);
    if (argc < 5)
        return 0;
    load(&b, argv + 2);
    prepare(&b, &b.machine);
    prepare(&b, &b.native);
    prepare_peer(&b);
    measure(&b, argc == 6 ? argv[5] : NULL);
    return 0;
}
