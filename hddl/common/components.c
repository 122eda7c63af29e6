/* Tarjan's algorithm with a stack of its own, because graphs of tasks can be deep; see components.h. */
#include "hddl/common/components.h"

typedef struct visit {
    uint32_t task;
    hddl_subtask_cursor cursor;
} visit;

typedef struct tarjan {
    const hddl_task_graph *graph;
    uint32_t *component;
    uint32_t *found;  /* when a task was met, from 1 on; 0: not yet */
    uint32_t *lowest; /* the earliest task on the path that a task leads back to, by `found` */
    uint32_t *open;   /* tasks whose component is not complete */
    visit *path;
    uint32_t found_count, open_count, depth, component_count;
} tarjan;

static void enter(tarjan *walk, uint32_t task)
{
    walk->found[task] = walk->lowest[task] = ++walk->found_count;
    walk->open[walk->open_count++] = task;
    walk->path[walk->depth++] = (visit){.task = task};
}

/* All subtasks of the task on top have been visited. If it leads back to none before it, it closes a component. */
static void leave(tarjan *walk, uint32_t task)
{
    if (walk->lowest[task] == walk->found[task]) {
        uint32_t member;
        do {
            member = walk->open[--walk->open_count];
            walk->component[member] = walk->component_count;
        } while (member != task);
        walk->component_count++;
    }
    walk->depth--;
    if (walk->depth > 0) {
        const uint32_t above = walk->path[walk->depth - 1].task;
        if (walk->lowest[task] < walk->lowest[above])
            walk->lowest[above] = walk->lowest[task];
    }
}

static void walk_from(tarjan *walk, uint32_t root)
{
    enter(walk, root);
    while (walk->depth > 0) {
        visit *top = &walk->path[walk->depth - 1];
        const uint32_t task = top->task, next = walk->graph->next_subtask(walk->graph->problem, task, &top->cursor);
        if (next == HDDL_NONE)
            leave(walk, task);
        else if (walk->found[next] == 0)
            enter(walk, next);
        else if (walk->component[next] == HDDL_NONE && walk->found[next] < walk->lowest[task])
            walk->lowest[task] = walk->found[next];
    }
}

uint32_t hddl_components(hddl_pool *pool, const hddl_task_graph *graph, uint32_t *component)
{
    const uint32_t count = graph->task_count;
    tarjan walk = {.graph = graph, .component = component};
    walk.found = hddl_pool_zeroed(pool, count, sizeof *walk.found);
    walk.lowest = hddl_pool_zeroed(pool, count, sizeof *walk.lowest);
    walk.open = hddl_pool_zeroed(pool, count, sizeof *walk.open);
    walk.path = hddl_pool_zeroed(pool, count, sizeof *walk.path);
    for (uint32_t i = 0; i < count; i++)
        component[i] = HDDL_NONE;
    for (uint32_t i = 0; i < count; i++)
        if (walk.found[i] == 0)
            walk_from(&walk, i);
    hddl_pool_release(pool, walk.found);
    hddl_pool_release(pool, walk.lowest);
    hddl_pool_release(pool, walk.open);
    hddl_pool_release(pool, walk.path);
    return walk.component_count;
}
