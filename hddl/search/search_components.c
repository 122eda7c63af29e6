/* The components of the graph of tasks: see search_reach.h. Tarjan's algorithm with a stack of its own, for graphs that are deep. */
#include "hddl/search/search_components.h"

typedef struct visit {
    uint32_t task;
    uint32_t method; /* where in the task's list of methods */
    uint32_t item;   /* where in that method's subtasks */
} visit;

typedef struct tarjan {
    const ground_problem *problem;
    uint32_t *component;
    uint32_t *found;  /* when a task was met, from 1 on; 0: not yet */
    uint32_t *lowest; /* the earliest one that it leads back to */
    uint32_t *open;   /* tasks whose component is not complete */
    visit *frames;
    uint32_t found_count, open_count, frame_count, component_count;
} tarjan;

static void enter(tarjan *walk, uint32_t task)
{
    walk->found[task] = walk->lowest[task] = ++walk->found_count;
    walk->open[walk->open_count++] = task;
    walk->frames[walk->frame_count++] = (visit){task, walk->problem->task_methods.begin[task], 0};
}

static void close_component(tarjan *walk, uint32_t task)
{
    uint32_t member;
    do {
        member = walk->open[--walk->open_count];
        walk->component[member] = walk->component_count;
    } while (member != task);
    walk->component_count++;
}

/* The next subtask of the frame's task that is compound; HDDL_NONE: there are no more. */
static uint32_t next_subtask(const ground_problem *problem, visit *frame)
{
    for (; frame->method < problem->task_methods.begin[frame->task + 1]; frame->method++, frame->item = 0) {
        uint32_t method = problem->task_methods.items[frame->method];
        uint32_t first = problem->subtasks.begin[method], count = problem->subtasks.begin[method + 1] - first;
        while (frame->item < count) {
            uint32_t subtask = problem->subtasks.items[first + frame->item++];
            if (subtask >= problem->action_count)
                return subtask - problem->action_count;
        }
    }
    return HDDL_NONE;
}

static void walk_from(tarjan *walk, uint32_t root)
{
    enter(walk, root);
    while (walk->frame_count) {
        visit *top = &walk->frames[walk->frame_count - 1];
        uint32_t task = top->task, next = next_subtask(walk->problem, top);
        if (next == HDDL_NONE) {
            if (walk->lowest[task] == walk->found[task])
                close_component(walk, task);
            walk->frame_count--;
            if (walk->frame_count) {
                uint32_t above = walk->frames[walk->frame_count - 1].task;
                if (walk->lowest[task] < walk->lowest[above])
                    walk->lowest[above] = walk->lowest[task];
            }
        } else if (!walk->found[next]) {
            enter(walk, next);
        } else if (walk->component[next] == HDDL_NONE && walk->found[next] < walk->lowest[task]) {
            walk->lowest[task] = walk->found[next];
        }
    }
}

bool search_components(const ground_problem *problem, hddl_budget *budget, uint32_t *component, uint32_t *count)
{
    size_t tasks = problem->task_count;
    tarjan walk = {.problem = problem, .component = component};
    walk.found = search_claim(budget, tasks, sizeof *walk.found);
    walk.lowest = search_claim(budget, tasks, sizeof *walk.lowest);
    walk.open = search_claim(budget, tasks, sizeof *walk.open);
    walk.frames = search_claim(budget, tasks, sizeof *walk.frames);
    bool fits = walk.found && walk.lowest && walk.open && walk.frames;
    for (uint32_t i = 0; i < tasks; i++)
        component[i] = HDDL_NONE;
    for (uint32_t i = 0; fits && i < tasks; i++)
        if (!walk.found[i])
            walk_from(&walk, i);
    *count = walk.component_count;
    search_release(budget, walk.found, tasks, sizeof *walk.found);
    search_release(budget, walk.lowest, tasks, sizeof *walk.lowest);
    search_release(budget, walk.open, tasks, sizeof *walk.open);
    search_release(budget, walk.frames, tasks, sizeof *walk.frames);
    return fits;
}
