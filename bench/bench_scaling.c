/*
 * Measures how the cost of a plan grows with the number of instances. The cases are in scaling_source.c.
 *
 *     bench_scaling                       the names of the cases, and what each is, as lines `name <tab> what`
 *     bench_scaling CASE N                the domain's source
 *     bench_scaling CASE N BLOB           `planner <tab> minimum ns <tab> median ns <tab> units of work`, machine first
 *     bench_scaling CASE N BLOB WHO       a few plans by planner WHO (0: machine, 1: by hand), for bench/count
 */
#include "harness.h"
#include "scaling.h"
#include <stdlib.h>
#include <string.h>

typedef struct bench {
    htn_domain domain;
    htn_world world;
    htn_planner *machine;
    const scaling_case *which;
    scaling_arrays arrays;
    int32_t answer; /* keeps the searches from being optimized away */
} bench;

static void load(bench *b, const char *path)
{
    htn_limits limits;
    memset(&limits, 0, sizeof limits);
    limits.work = UINT32_MAX; /* naive matching must be able to finish, to show its cost */
    b->domain = harness_load(path);
    b->world = harness_world(&b->domain);
    b->machine = harness_planner(&b->domain, &limits);
}

/* All n, or every n / 10th. */
static void spawn(bench *b, uint32_t n)
{
    const uint32_t type = htn_type_find(&b->domain, "Enemy");
    const htn_property seen = htn_property_find(&b->domain, "Seen"),
                       distance = htn_property_find(&b->domain, "Distance");
    const uint32_t step = b->which->enemies == 1 ? 1 : n / b->which->enemies;
    int32_t instance;
    b->arrays = (scaling_arrays){n, harness_get(n), harness_get(n), harness_get(n * sizeof(int32_t))};
    for (uint32_t i = 0; i < n; i++)
        htn_world_spawn(&b->world, type, &instance);
    for (uint32_t i = 0; i < n; i++) {
        instance = (int32_t)i;
        if (i % step != step - 1) {
            htn_world_despawn(&b->world, type, instance);
            continue;
        }
        b->arrays.present[i] = 1;
        b->arrays.seen[i] = scaling_seen(i);
        b->arrays.distance[i] = scaling_distance(i);
        htn_world_set_at(&b->world, seen, &instance, 1, b->arrays.seen[i]);
        if (distance != HTN_NONE)
            htn_world_set_at(&b->world, distance, &instance, 1, b->arrays.distance[i]);
    }
}

static void by_machine(void *user)
{
    bench *const b = user;
    b->answer += (int32_t)htn_plan_find(b->machine, &b->world, NULL);
}

static void by_hand(void *user)
{
    bench *const b = user;
    b->answer += b->which->by_hand(&b->arrays);
}

static harness_run *const planners[] = {by_machine, by_hand};
static const char *const planner_names[] = {"machine", "by hand"};

static uint32_t planner_count(const bench *b)
{
    return b->which->by_hand == NULL ? 1 : 2;
}

static void compare(bench *b, uint32_t n)
{
    const int32_t expected = b->which->expected != NULL ? b->which->expected(n) : b->which->by_hand(&b->arrays);
    htn_plan plan;
    if (htn_plan_find(b->machine, &b->world, NULL) != HTN_OK)
        harness_fail("no plan");
    htn_planner_plan(b->machine, &plan);
    if (plan.values[plan.steps[0].arguments] != expected)
        harness_fail("the plan is another one than expected");
}

static void measure(bench *b)
{
    harness_time times[2];
    const uint32_t count = planner_count(b), work = harness_work(b->machine, &b->world);
    harness_measure(planners, count, b, times);
    for (uint32_t who = 0; who < count; who++)
        printf("%s\t%.1f\t%.1f\t%u\n", planner_names[who], times[who].least, times[who].median, who == 0 ? work : 0);
}

int main(int argc, char **argv)
{
    static bench b;
    const uint32_t n = argc > 2 ? (uint32_t)atoi(argv[2]) : 0;
    for (uint32_t i = 0; i < scaling_case_count; i++) {
        if (argc == 1)
            printf("%s\t%s\n", scaling_cases[i].name, scaling_cases[i].what);
        else if (strcmp(argv[1], scaling_cases[i].name) == 0)
            b.which = &scaling_cases[i];
    }
    if (argc == 1)
        return 0;
    if (b.which == NULL || n < 10)
        harness_fail("usage: bench_scaling [CASE N [BLOB [WHO]]]; N is at least 10");
    if (argc == 3) {
        b.which->print(stdout, n);
        return 0;
    }
    load(&b, argv[3]);
    if (b.which->enemies != 0)
        spawn(&b, n);
    compare(&b, n);
    if (argc == 4) {
        measure(&b);
        return 0;
    }
    by_machine(&b); /* the first one copies the world */
    harness_repeat(planners[atoi(argv[4]) == 0 || b.which->by_hand == NULL ? 0 : 1], &b, 10);
    return b.answer == 0;
}
