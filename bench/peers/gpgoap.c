/* GPGOAP as an opponent of both GOAP workloads. It is compiled from a checkout that the caller of `make bench-peers` has. */
#include "../harness.h"
#include "../workload_run.h"
#include "../workloads.h"
#include "astar.h"
#include "goap.h"
#include <stdio.h>
#include <string.h>

enum { NAME = 8, MOST_STEPS = 16 };

static struct {
    actionplanner_t planner;
    worldstate_t start, goal;
    char atoms[GOAP_ATOMS][NAME], actions[GOAP_ACTIONS][NAME]; /* it keeps only pointers to them */
    const char *plan[MOST_STEPS];                              /* names of actions */
    worldstate_t states[MOST_STEPS];
    int length;
} a;

/* Names are looked up here; the search itself works on bits. */
static void describe(const goap_domain *domain)
{
    goap_actionplanner_clear(&a.planner);
    for (int i = 0; i < GOAP_ACTIONS; i++) {
        const char *const needs = a.atoms[domain->actions[i].needs], *const makes = a.atoms[domain->actions[i].makes];
        snprintf(a.actions[i], NAME, "do%d", i);
        if (!goap_set_pre(&a.planner, a.actions[i], needs, true) ||
            !goap_set_pre(&a.planner, a.actions[i], makes, false) ||
            !goap_set_pst(&a.planner, a.actions[i], makes, true))
            harness_fail("GPGOAP has no room for the actions");
    }
    goap_worldstate_clear(&a.goal);
    for (uint32_t i = 0; i < domain->goal_count; i++)
        goap_worldstate_set(&a.planner, &a.goal, a.atoms[domain->goal[i]], true);
}

static bool prepare(const char *workload, const uint8_t *world, uint32_t count)
{
    goap_domain domain;
    memset(&domain, 0, sizeof domain);
    if (strncmp(workload, "W7", 2) != 0 || count != GOAP_ATOMS)
        return false;
    if (strstr(workload, "bushy") != NULL)
        goap_bushy(&domain);
    else
        goap_line(&domain);
    for (int i = 0; i < GOAP_ATOMS; i++)
        snprintf(a.atoms[i], NAME, "atom%d", i);
    describe(&domain);
    goap_worldstate_clear(&a.start);
    for (int i = 0; i < GOAP_ATOMS; i++)
        goap_worldstate_set(&a.planner, &a.start, a.atoms[i], world[i] != 0);
    return true;
}

static bool plan(void)
{
    a.length = MOST_STEPS;
    return astar_plan(&a.planner, a.start, a.goal, a.plan, a.states, &a.length) >= 0;
}

static uint32_t steps(uint32_t *tasks, uint32_t room)
{
    uint32_t count = 0;
    for (; count < (uint32_t)a.length && count < room; count++)
        for (tasks[count] = 0; tasks[count] < GOAP_ACTIONS && a.actions[tasks[count]] != a.plan[count];)
            tasks[count]++;
    return count;
}

int main(int argc, char **argv)
{
    static const workload_peer gpgoap = {prepare, plan, steps};
    return workload_run(argc, argv, &gpgoap);
}
