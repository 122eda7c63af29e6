/*
 * Measures what should not grow, or no faster than the problem: a plan as recursion gets deeper, a plan as more planners share a
 * world, and the bytes of an agent. bench/growth prints the tables.
 *
 *     bench_growth                    the names of the cases, and what each is, as lines `name <tab> what`
 *     bench_growth CASE N             the domain's source
 *     bench_growth CASE N BLOB        `least ns <tab> median ns` of one plan
 *     bench_growth memory BLOB [PROPERTY]   `bytes by default <tab> bytes fitted` of an agent, with that property 1
 */
#include "harness.h"
#include "workloads.h"
#include <htn/agent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLANNERS = 64, THINGS = 50000 };

typedef struct growth {
    htn_domain domain;
    htn_world world;
    htn_planner *planners[MOST_PLANNERS];
    uint32_t count; /* of planners */
    htn_property toggled;
    uint32_t sum; /* keeps the compiler from removing the plans */
} growth;

/* --- Domains ------------------------------------------------------------------------------------ */

/* One task, `n` times inside itself, and a property of this type that counts down. */
static void print_recursion(FILE *to, uint32_t n, const char *type, uint32_t by)
{
    fprintf(to,
            "World State [Left : %s = %u]\n"
            "Compound Task [Down]\n"
            "    Method [Left > 0] Subtasks [Lower(), Down()]\n"
            "    Method [true] Subtasks [Stop()]\n"
            "Primitive Task [Lower] Operator [Lower] Effects [Left -= %u]\n"
            "Primitive Task [Stop] Operator [Stop]\n",
            type, n * by, by);
}

static void print_deep(FILE *to, uint32_t n)
{
    print_recursion(to, n, "int", 1);
}

/* As many different tasks. */
static void print_chain(FILE *to, uint32_t n)
{
    fprintf(to, "World State [Left : int = %u]\n", n);
    for (uint32_t i = 0; i < n; i++)
        fprintf(to,
                "Compound Task [Down%u]\n"
                "    Method [Left > 0] Subtasks [Lower(), Down%u()]\n"
                "    Method [true] Subtasks [Stop()]\n",
                i, i + 1);
    fprintf(to,
            "Compound Task [Down%u]\n"
            "    Method [Left > 0] Subtasks [Lower()]\n"
            "    Method [true] Subtasks [Stop()]\n"
            "Primitive Task [Lower] Operator [Lower] Effects [Left -= 1]\n"
            "Primitive Task [Stop] Operator [Stop]\n",
            n);
}

/* Arguments differ, too. */
static void print_visits(FILE *to, uint32_t n)
{
    fprintf(to,

            "World State [Left : int = %u]\n"
            "Compound Task [Visit(at : int)]\n"
            "    Method [Left > 0, at >= 0] Subtasks [See(at), Visit(at + 1)]\n"
            "    Method [true] Subtasks [Stop()]\n"
            "Compound Task [Be] Method [true] Subtasks [Visit(0)]\n"
            "Primitive Task [See(at : int)] Operator [See(at)] Effects [Left -= 1]\n"
            "Primitive Task [Stop] Operator [Stop]\n"
            "Root [Be]\n",
            n);
}

static void print_shared(FILE *to, uint32_t n)
{
    (void)n;
    fprintf(to,
            "Entities [Thing] Max [%d]\n"
            "World State [Known(Thing) : bool, Alarm : bool]\n"
            "Compound Task [Be]\n"
            "    Method [Alarm] Subtasks [Act()]\n"
            "    Method [any t : Thing where Known(t)] Subtasks [Look(t)]\n"
            "    Method [true] Subtasks [Act()]\n"
            "Primitive Task [Act] Operator [Act]\n"
            "Primitive Task [Look(t : Thing)] Operator [Look(t)] Effects [Known(t) = false]\n",
            THINGS);
}

static void print_tasks(FILE *to, uint32_t n)
{
    print_unrelated(to, n, 10 * n);
}

typedef struct growth_case {
    const char *name, *what;
    void (*print)(FILE *to, uint32_t n);
} growth_case;

static const growth_case cases[] = {
    {"chain", "N tasks, one inside the other", print_chain},
    {"deep", "one task, N times inside itself", print_deep},
    {"visits", "the same with an argument that counts", print_visits},
    {"planners", "N planners plan in turn in one world of 100 KB; one value has changed", print_shared},
    {"tasks", "N tasks and ten properties for each, beside the troll: only a source, to compile", print_tasks},
};
enum { CASES = sizeof cases / sizeof cases[0] };

/* --- Time --------------------------------------------------------------------------------------- */

static void load(growth *g, const char *path, uint32_t n, bool planners)
{
    htn_limits limits;
    memset(&limits, 0, sizeof limits);
    limits.work = UINT32_MAX;
    if (!planners)
        limits.steps = limits.depth = n + 64;
    g->domain = harness_load(path);
    g->world = harness_world(&g->domain);
    g->count = planners ? n : 1;
    g->toggled = planners ? htn_property_find(&g->domain, "Alarm") : HTN_NONE;
    if (planners)
        htn_world_set(&g->world, g->toggled, 1);
    for (uint32_t i = 0; i < g->count; i++)
        g->planners[i] = harness_planner(&g->domain, &limits);
}

/* The longest plan there is. */
static void check(const growth *g, uint32_t n, bool planners)
{
    htn_plan found;
    for (uint32_t i = 0; i < g->count; i++)
        if (htn_plan_find(g->planners[i], (htn_world *)&g->world, NULL) != HTN_OK)
            harness_fail("no plan");
    htn_planner_plan(g->planners[0], &found);
    if (found.step_count != (planners ? 1 : n + 1))
        harness_fail("the plan is another one than expected");
}

static void plan(void *user)
{
    growth *const g = user;
    if (g->toggled != HTN_NONE) { /* off and on again */
        htn_world_set(&g->world, g->toggled, 0);
        htn_world_set(&g->world, g->toggled, 1);
    }
    for (uint32_t i = 0; i < g->count; i++)
        g->sum += (uint32_t)htn_plan_find(g->planners[i], &g->world, NULL);
}

static void measure(growth *g)
{
    harness_run *const runs[] = {plan};
    harness_time time;
    harness_measure(runs, 1, g, &time);
    printf("%.1f\t%.1f\n", time.least / g->count, time.median / g->count);
}

/* --- Memory ------------------------------------------------------------------------------------- */

static htn_agent *make_agent(const htn_agent_class *agent_class, const htn_agent_options *options, size_t *size)
{
    htn_agent *agent = NULL;
    *size = htn_agent_bytes(agent_class, options);
    if (htn_agent_init(&agent, agent_class, options, harness_get(*size), *size) != HTN_OK)
        harness_fail("no agent");
    return agent;
}

/* What its layer has used after a second; so large is a fitted one. */
static void print_memory(const char *path, const char *property)
{
    htn_domain domain = harness_load(path);
    htn_agent_class *agent_class = NULL;
    htn_agent_options options;
    size_t size = htn_agent_class_bytes(&domain), fitted;
    memset(&options, 0, sizeof options);
    if (htn_agent_class_init(&agent_class, &domain, NULL, harness_get(size), size, NULL) != HTN_OK)
        harness_fail("no class");
    htn_agent *agent = make_agent(agent_class, NULL, &size);
    if (property != NULL)
        htn_world_set(htn_agent_world(agent), htn_property_find(&domain, property), 1);
    for (int i = 0; i < 10; i++)
        htn_agent_tick(agent, 100000);
    if (htn_agent_peaks(agent, 0, &options.limits) != HTN_OK)
        harness_fail("no peaks");
    make_agent(agent_class, &options, &fitted);
    printf("%zu\t%zu\n", size, fitted);
}

int main(int argc, char **argv)
{
    static growth g;
    const growth_case *of = NULL;
    const uint32_t n = argc > 2 ? (uint32_t)atoi(argv[2]) : 0;
    if (argc > 2 && strcmp(argv[1], "memory") == 0) {
        print_memory(argv[2], argc > 3 ? argv[3] : NULL);
        return 0;
    }
    for (uint32_t i = 0; i < CASES; i++) {
        if (argc == 1)
            printf("%s\t%s\n", cases[i].name, cases[i].what);
        else if (strcmp(argv[1], cases[i].name) == 0)
            of = &cases[i];
    }
    if (argc == 1)
        return 0;
    if (of == NULL || n == 0 || (argc > 3 && of->print == print_tasks))
        harness_fail("usage: bench_growth [CASE N [BLOB] | memory BLOB [PROPERTY]]");
    if (argc == 3) {
        of->print(stdout, n);
        return 0;
    }
    const bool planners = of->print == print_shared;
    if (planners && n > MOST_PLANNERS)
        harness_fail("too many planners");
    load(&g, argv[3], n, planners);
    check(&g, n, planners);
    measure(&g);
    return 0;
}
