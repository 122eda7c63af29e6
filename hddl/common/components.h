/*
 * The strongly connected components of a graph of tasks, whose edges go from a task to the subtasks of its
 * methods: tasks of one component can contain each other. Tarjan, "Depth-First Search and Linear Graph
 * Algorithms", 1972.
 */
#pragma once

#include "hddl/common/none.h"
#include "hddl/common/pool.h"

/* How far a task's subtasks have been enumerated; {0} at first. */
typedef struct hddl_subtask_cursor {
    uint32_t method;  /* among the task's methods */
    uint32_t subtask; /* among that method's subtasks */
} hddl_subtask_cursor;

typedef struct hddl_task_graph {
    const void *problem;
    uint32_t task_count;
    /* The next compound subtask of a task, and the cursor behind it; HDDL_NONE: there are no more. */
    uint32_t (*next_subtask)(const void *problem, uint32_t task, hddl_subtask_cursor *cursor);
} hddl_task_graph;

/*
 * Fills in the component of each task, `component[0]` to `component[task_count - 1]`, numbered so that a
 * task's number is never below those of its subtasks. Returns how many there are.
 */
uint32_t hddl_components(hddl_pool *pool, const hddl_task_graph *graph, uint32_t *component);
