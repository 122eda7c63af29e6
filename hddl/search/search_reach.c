/* What a task's decompositions can contain; see search_reach.h. */
#include "hddl/search/search_reach.h"

#include "hddl/common/bits.h"
#include "hddl/search/search_components.h"

enum {
    KEPT_MOST = 128 << 20 /* bytes in sets: beyond that, all are dropped, and made again when they are asked for */
};

void search_reach_init(search_reach *reach, hddl_pool *pool, const ground_problem *problem)
{
    *reach = (search_reach){.problem = problem, .pool = pool};
    reach->words = ((size_t)problem->action_count + problem->task_count + 63) / 64;
    reach->component = search_components(pool, problem, &problem->task_methods, &reach->component_count);
    reach->stack = hddl_pool_zeroed(pool, problem->task_count, sizeof *reach->stack);
    reach->sets = hddl_pool_zeroed(pool, reach->component_count, sizeof *reach->sets);
}

static void drop_sets(search_reach *reach)
{
    for (uint32_t i = 0; i < reach->component_count; i++) {
        hddl_pool_release(reach->pool, reach->sets[i]);
        reach->sets[i] = NULL;
    }
    reach->kept = 0;
}

/* Whether the item is new in the set. */
static bool add(uint64_t *set, uint32_t item)
{
    const bool added = !hddl_has_bit(set, item);
    hddl_set_bit(set, item);
    return added;
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
    uint64_t *set = hddl_pool_zeroed(reach->pool, reach->words, sizeof *set);
    fill(reach, set, task);
    reach->sets[reach->component[task]] = set;
    reach->kept += bytes;
    return set;
}
