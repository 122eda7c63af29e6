/* The components of the ground problem's tasks; see search_components.h. */
#include "hddl/search/search_components.h"

#include "hddl/common/components.h"

typedef struct graph {
    const ground_problem *problem;
    const ground_lists *task_methods;
} graph;

static uint32_t next_subtask(const void *user, uint32_t task, hddl_subtask_cursor *cursor)
{
    const graph *of = user;
    const ground_problem *problem = of->problem;
    const uint32_t first = of->task_methods->begin[task], end = of->task_methods->begin[task + 1];
    for (; first + cursor->method < end; cursor->method++, cursor->subtask = 0) {
        const uint32_t method = of->task_methods->items[first + cursor->method];
        const uint32_t begin = problem->subtasks.begin[method], count = problem->subtasks.begin[method + 1] - begin;
        while (cursor->subtask < count) {
            const uint32_t subtask = problem->subtasks.items[begin + cursor->subtask++];
            if (subtask >= problem->action_count)
                return subtask - problem->action_count;
        }
    }
    return HDDL_NONE;
}

uint32_t *search_components(hddl_pool *pool, const ground_problem *problem, const ground_lists *task_methods,
                            uint32_t *count)
{
    const graph of = {problem, task_methods};
    const hddl_task_graph tasks = {&of, problem->task_count, next_subtask};
    uint32_t *component = hddl_pool_zeroed(pool, problem->task_count, sizeof *component);
    *count = hddl_components(pool, &tasks, component);
    return component;
}
