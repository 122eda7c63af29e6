/* What a task's decompositions can contain: see search_reach.h. */
#include "hddl/search/search_reach.h"

#include "hddl/search/search_components.h"

#include <string.h>

enum { KEPT_MOST = 128 << 20 /* bytes in sets: beyond, all are given up and made anew when asked for */ };

bool search_reach_init(search_reach *reach, const ground_problem *problem, hddl_budget *budget)
{
    *reach = (search_reach){.problem = problem, .budget = budget};
    size_t tasks = problem->task_count;
    reach->words = ((size_t)problem->action_count + tasks + 63) / 64;
    reach->component = search_claim(budget, tasks, sizeof *reach->component);
    reach->stack = search_claim(budget, tasks, sizeof *reach->stack);
    if (!reach->component || !reach->stack ||
        !search_components(problem, budget, reach->component, &reach->component_count))
        return false;
    reach->sets = search_claim(budget, reach->component_count, sizeof *reach->sets);
    return reach->sets != NULL;
}

static void drop_sets(search_reach *reach)
{
    for (uint32_t i = 0; i < reach->component_count && reach->kept; i++) {
        search_release(reach->budget, reach->sets[i], reach->words, sizeof(uint64_t));
        reach->sets[i] = NULL;
    }
    reach->kept = 0;
}

void search_reach_free(search_reach *reach)
{
    size_t tasks = reach->problem->task_count;
    if (reach->sets)
        drop_sets(reach);
    search_release(reach->budget, reach->sets, reach->component_count, sizeof *reach->sets);
    search_release(reach->budget, reach->component, tasks, sizeof *reach->component);
    search_release(reach->budget, reach->stack, tasks, sizeof *reach->stack);
}

static bool add(uint64_t *set, uint32_t item)
{
    uint64_t bit = UINT64_C(1) << item % 64;
    if (set[item / 64] & bit)
        return false;
    set[item / 64] |= bit;
    return true;
}

static void add_methods(const search_reach *reach, uint64_t *set, uint32_t task, uint32_t *stack_count)
{
    const ground_problem *problem = reach->problem;
    for (uint32_t m = problem->task_methods.begin[task]; m < problem->task_methods.begin[task + 1]; m++) {
        uint32_t method = problem->task_methods.items[m];
        for (uint32_t s = problem->subtasks.begin[method]; s < problem->subtasks.begin[method + 1]; s++) {
            uint32_t subtask = problem->subtasks.items[s];
            if (add(set, subtask) && subtask >= problem->action_count)
                reach->stack[(*stack_count)++] = subtask - problem->action_count;
        }
    }
}

static void fill(const search_reach *reach, uint64_t *set, uint32_t task)
{
    uint32_t count = 1;
    reach->stack[0] = task;
    add(set, reach->problem->action_count + task);
    while (count) {
        uint32_t next = reach->stack[--count];
        const uint64_t *known = reach->sets[reach->component[next]];
        if (!known) {
            add_methods(reach, set, next, &count);
            continue;
        }
        for (size_t i = 0; i < reach->words; i++)
            set[i] |= known[i];
    }
}

const uint64_t *search_reach_of(search_reach *reach, uint32_t task)
{
    const uint64_t *known = reach->sets[reach->component[task]];
    if (known)
        return known;
    size_t bytes = reach->words * sizeof *known;
    if (reach->kept + bytes > KEPT_MOST)
        drop_sets(reach);
    uint64_t *set = search_claim(reach->budget, reach->words, sizeof *set);
    if (!set)
        return NULL;
    fill(reach, set, task);
    reach->sets[reach->component[task]] = set;
    reach->kept += bytes;
    return set;
}
