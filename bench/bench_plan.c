/*
 * What a plan costs: the machine beside the same troll written by hand (troll_by_hand.c), in one run and turn about, so
 * that both meet the same weather. Each pair of plans is compared before anything is measured.
 *
 *     bench_plan BLOB                     nanoseconds, as lines `world <tab> planner <tab> minimum <tab> median <tab> steps`
 *     bench_plan BLOB WORLD PLANNER COUNT only that many plans, for counting instructions (see bench/run)
 */
#include "harness.h"
#include "troll_by_hand.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 300, BATCH = 5000 };

typedef struct scene {
    const char *name;
    uint8_t world[TROLL_PROPERTIES];
} scene;

static const scene SCENES[] = {
    {"the trunk is broken", {1, 0, 1, 0, HOME}},
    {"the trunk is whole", {1, 0, 1, 3, HOME}},
    {"nobody in sight", {0, 0, 1, 0, HOME}},
};
enum { SCENE_COUNT = sizeof SCENES / sizeof SCENES[0] };

typedef struct bench {
    htn_domain domain;
    htn_world world;
    htn_planner *machine;
    troll_planner hand;
    const uint8_t *hand_world;
    uint32_t sum; /* keeps the plans from being optimized away */
} bench;

static void load(bench *b, const char *path)
{
    static const char *const names[] = {"WsCanSeeEnemy", "WsHasSeenEnemyRecently", "CanNavigateToEnemy",
                                        "WsTrunkHealth", "WsLocation"};
    b->domain = harness_load(path);
    b->world = harness_world(&b->domain);
    b->machine = harness_planner(&b->domain, NULL);
    for (uint32_t i = 0; i < TROLL_PROPERTIES; ++i)
        if (htn_property_find(&b->domain, names[i]) != i)
            harness_fail("the domain is not domains/troll.htn");
}

static void enter(bench *b, const scene *where)
{
    for (uint32_t i = 0; i < TROLL_PROPERTIES; ++i)
        htn_world_set(&b->world, i, where->world[i]);
    b->hand_world = where->world;
}

static void by_machine(bench *b)
{
    b->sum += (uint32_t)htn_plan_find(b->machine, &b->world, NULL);
}

static void by_hand(bench *b)
{
    b->sum += (uint32_t)troll_plan(&b->hand, b->hand_world);
}

typedef struct contender {
    const char *name;
    void (*plan)(bench *);
} contender;

static const contender CONTENDERS[] = {{"machine", by_machine}, {"by hand", by_hand}};

/* Both find the same steps by the same methods; returns their number. */
static uint32_t compare(bench *b)
{
    htn_plan plan;
    htn_task first = htn_task_find(&b->domain, "NavigateToEnemy");
    if (htn_plan_find(b->machine, &b->world, NULL) != HTN_PLAN || !troll_plan(&b->hand, b->hand_world))
        harness_fail("no plan");
    htn_planner_plan(b->machine, &plan);
    if (plan.step_count != b->hand.step_count || plan.record_count != b->hand.record_count)
        harness_fail("the plans differ");
    for (uint32_t i = 0; i < plan.step_count; ++i)
        if (plan.steps[i].task - first != b->hand.steps[i].task)
            harness_fail("the plans differ");
    if (memcmp(plan.record, b->hand.record, plan.record_count * sizeof plan.record[0]) != 0)
        harness_fail("the records differ");
    return plan.step_count;
}

static void measure(bench *b, const scene *where)
{
    static double times[2][BATCHES];
    uint32_t steps;
    enter(b, where);
    steps = compare(b);
    for (int batch = 0; batch < BATCHES; ++batch)
        for (int who = 0; who < 2; ++who) {
            double start = harness_now();
            for (int i = 0; i < BATCH; ++i)
                CONTENDERS[who].plan(b);
            times[who][batch] = (harness_now() - start) / BATCH;
        }
    for (int who = 0; who < 2; ++who) {
        harness_sort(times[who], BATCHES);
        printf("%s\t%s\t%.1f\t%.1f\t%u\n", where->name, CONTENDERS[who].name, times[who][0], times[who][BATCHES / 2],
               steps);
    }
}

int main(int argc, char **argv)
{
    static bench b;
    if (argc != 2 && argc != 5)
        harness_fail("usage: bench_plan BLOB [WORLD PLANNER COUNT]");
    load(&b, argv[1]);
    if (argc == 2) {
        for (int i = 0; i < SCENE_COUNT; ++i)
            measure(&b, &SCENES[i]);
        return 0;
    }
    enter(&b, &SCENES[(unsigned)atoi(argv[2]) % SCENE_COUNT]);
    const contender *who = &CONTENDERS[(unsigned)atoi(argv[3]) % 2];
    for (int i = atoi(argv[4]); i > 0; --i)
        who->plan(&b);
    return b.sum == 0;
}
