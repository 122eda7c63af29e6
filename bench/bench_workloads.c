/*
 * What the workloads cost (workloads.h), the machine beside the same by hand. Their plans are compared before anything is
 * measured.
 *
 *     bench_workloads                  the names of the workloads, a line each
 *     bench_workloads NUMBER           the domain's source; they are counted from 0
 *     bench_workloads NUMBER BLOB      a line `variant <tab> minimum ns <tab> median ns <tab> bytes of the blob` for each, machine first
 *     bench_workloads NUMBER BLOB WHO  ten runs by WHO (0: machine, 1: by hand), for bench/count
 */
#include "harness.h"
#include "workloads.h"
#include <stdlib.h>
#include <string.h>

typedef struct bench {
    const workload *of;
    htn_domain domain, loaded;
    htn_world world;
    htn_planner *machine;
    hand_planner hand;
    uint8_t *hand_world;
    htn_property changes; /* WORKLOAD_REPLAN*: a property that does not make another plan better */
    uint32_t sum;         /* keeps the plans from being optimized away */
} bench;

static void load(bench *b, const char *path)
{
    htn_limits limits;
    memset(&limits, 0, sizeof limits);
    limits.work = UINT32_MAX;
    b->domain = harness_load(path);
    b->world = harness_world(&b->domain);
    b->machine = harness_planner(&b->domain, &limits);
    for (const char *const *name = b->of->set; *name != NULL; name++)
        if (htn_world_set(&b->world, htn_property_find(&b->domain, *name), 1) != HTN_OK)
            harness_fail("the domain has other properties");
    const uint32_t count = htn_domain_count(&b->domain, HTN_SECTION_PROPERTIES);
    b->hand_world = harness_get(count);
    for (uint32_t i = 0; i < count; i++)
        b->hand_world[i] = (uint8_t)htn_world_get(&b->world, i);
}

static void plan(void *user)
{
    bench *const b = user;
    b->sum += (uint32_t)htn_plan_find(b->machine, &b->world, NULL);
}

static void plan_by_hand(void *user)
{
    bench *const b = user;
    b->sum += (uint32_t)b->of->by_hand(&b->hand, b->hand_world);
}

/* The first step is done, and something changes that cannot beat what is running; or that is asked in another way each time. */
static void replan(void *user)
{
    static htn_request request = {.replan = true, .steps_done = 1};
    bench *const b = user;
    request.seed += b->of->what == WORKLOAD_REPLAN_ANEW;
    htn_world_set(&b->world, b->changes, !htn_world_get(&b->world, b->changes));
    if (htn_plan_find(b->machine, &b->world, &request) != HTN_STANDS)
        harness_fail("the running plan does not stand");
}

static void load_again(void *user)
{
    bench *const b = user;
    b->sum += (uint32_t)htn_domain_load(&b->loaded, b->domain.blob, b->domain.size, NULL);
}

/* Both find the same steps. */
static void compare(bench *b)
{
    htn_plan found;
    const htn_task first = htn_task_find(&b->domain, b->of->first);
    if (htn_plan_find(b->machine, &b->world, NULL) != HTN_PLAN)
        harness_fail("no plan");
    htn_planner_plan(b->machine, &found);
    if (b->of->by_hand == NULL)
        return;
    if (!b->of->by_hand(&b->hand, b->hand_world) || found.step_count != b->hand.step_count)
        harness_fail("the plans are of different lengths");
    for (uint32_t i = 0; i < found.step_count; i++) {
        const bool any = b->of->what == WORKLOAD_PLAN_ANY_ORDER;
        uint32_t from = any ? 0 : i, end = any ? found.step_count : i + 1;
        while (from < end && found.steps[from].task - first != b->hand.steps[i].task)
            from++;
        if (from == end)
            harness_fail("the plans differ");
    }
}

static void prepare(bench *b)
{
    compare(b);
    if (b->of->what != WORKLOAD_REPLAN && b->of->what != WORKLOAD_REPLAN_ANEW)
        return;
    b->changes = htn_property_find(&b->domain, "WsHasSeenEnemyRecently");
    if (b->changes == HTN_NONE || htn_planner_adopt(b->machine) != HTN_OK ||
        htn_world_set(&b->world, htn_property_find(&b->domain, "CanNavigateToEnemy"), 1) != HTN_OK)
        harness_fail("there is nothing to replan");
    replan(b);
}

int main(int argc, char **argv)
{
    static bench b;
    const uint32_t number = argc > 1 ? (uint32_t)atoi(argv[1]) : 0;
    if (argc > 4 || number >= workload_count)
        harness_fail("usage: bench_workloads [NUMBER [BLOB [WHO]]]");
    for (uint32_t i = 0; argc == 1 && i < workload_count; i++)
        puts(workloads[i].name);
    b.of = &workloads[number];
    if (argc == 2)
        b.of->print(stdout);
    if (argc < 3)
        return 0;
    load(&b, argv[2]);
    prepare(&b);
    harness_run *const machine = b.of->what == WORKLOAD_LOAD ? load_again : b.of->by_hand == NULL ? replan : plan;
    harness_run *const runs[] = {machine, plan_by_hand};
    if (argc == 4) {
        harness_repeat(runs[atoi(argv[3]) != 0], &b, 10);
        return 0;
    }
    harness_time times[2];
    const uint32_t count = b.of->by_hand == NULL ? 1 : 2;
    harness_measure(runs, count, &b, times);
    for (uint32_t i = 0; i < count; i++)
        printf("%s\t%.1f\t%.1f\t%u\n", i == 0 ? "vm" : "hand", times[i].least, times[i].median,
               (unsigned)b.domain.size);
    return 0;
}
