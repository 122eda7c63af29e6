/*
 * Kills what cannot be part of a plan (ground_prune.h), until nothing more dies: actions and methods that
 * need a fact that nothing makes true, or false, any more; methods with a dead subtask; tasks whose
 * decompositions cannot end, such as one that always calls itself; and what the root does not lead to.
 */
#include "hddl/ground/ground_prune.h"

#include <string.h>

typedef struct pruning {
    ground_instances *instances;
    uint32_t *caller_begin, *callers; /* of each task: the methods that have it as a subtask, once for each time */
    uint32_t *missing;                /* of each method: how many compound subtasks are not known to end */
    uint32_t *queue;                  /* of tasks */
    ground_lists methods;             /* of each task */
    uint8_t *reached_action, *reached_task;
} pruning;

static void flag_effects(ground_instances *instances, const ground_growing_literals *effects, uint32_t item)
{
    for (int adds = 0; adds < 2; adds++) {
        ground_view view = ground_list_at(&effects->facts[adds], item);
        for (uint32_t i = 0; i < view.count; i++)
            instances->facts[view.items[i]] |= adds ? GROUND_ADDED : GROUND_DELETED;
    }
}

/* Notes what actions that are alive add and delete. */
static void flag_changes(ground_instances *instances)
{
    for (uint32_t i = 0; i < instances->fact_count; i++)
        instances->facts[i] &= GROUND_INITIAL;
    for (uint32_t i = 0; i < ground_count(&instances->actions); i++)
        if (instances->actions.alive[i])
            flag_effects(instances, &instances->effects, i);
    for (uint32_t i = 0; i < instances->conditional_action.count; i++)
        if (instances->actions.alive[instances->conditional_action.items[i]])
            flag_effects(instances, &instances->when_effects, i);
}

static bool can_hold(const ground_instances *instances, const ground_growing_literals *needs, uint32_t item)
{
    ground_view view = ground_list_at(&needs->facts[true], item);
    for (uint32_t i = 0; i < view.count; i++)
        if (!(instances->facts[view.items[i]] & (GROUND_INITIAL | GROUND_ADDED)))
            return false;
    view = ground_list_at(&needs->facts[false], item);
    for (uint32_t i = 0; i < view.count; i++) {
        uint8_t state = instances->facts[view.items[i]];
        if ((state & GROUND_INITIAL) && !(state & GROUND_DELETED))
            return false;
    }
    return true;
}

static void kill_impossible(ground_instances *instances)
{
    flag_changes(instances);
    for (uint32_t i = 0; i < ground_count(&instances->actions); i++)
        instances->actions.alive[i] = instances->actions.alive[i] && can_hold(instances, &instances->needs, i);
    for (uint32_t i = 0; i < ground_count(&instances->methods); i++)
        instances->methods.alive[i] = instances->methods.alive[i] && can_hold(instances, &instances->method_needs, i);
}

static void list_callers(pruning *p)
{
    ground_instances *instances = p->instances;
    uint32_t actions = ground_count(&instances->actions);
    const hddl_numbers *subtasks = &instances->subtasks.items;
    p->caller_begin = hddl_pool_zeroed(instances->pool, (size_t)instances->task_count + 1, sizeof *p->caller_begin);
    p->callers = hddl_pool_resize(instances->pool, NULL, (subtasks->count + 1) * sizeof *p->callers);
    for (size_t i = 0; i < subtasks->count; i++)
        if (subtasks->items[i] >= actions)
            p->caller_begin[subtasks->items[i] - actions]++;
    for (uint32_t i = 0; i < instances->task_count; i++)
        p->caller_begin[i + 1] += p->caller_begin[i];
    for (uint32_t i = 0; i < ground_count(&instances->methods); i++) {
        ground_view view = ground_list_at(&instances->subtasks, i);
        for (uint32_t subtask = 0; subtask < view.count; subtask++)
            if (view.items[subtask] >= actions)
                p->callers[--p->caller_begin[view.items[subtask] - actions]] = i;
    }
}

/*
 * Finds the tasks that have a decomposition that ends, from the leaves up; the others and their callers are
 * dead.
 */
static void kill_endless(pruning *p)
{
    ground_instances *instances = p->instances;
    uint32_t actions = ground_count(&instances->actions), queued = 0;
    memset(p->reached_task, 0, instances->task_count);
    for (uint32_t i = 0; i < ground_count(&instances->methods); i++) {
        ground_view view = ground_list_at(&instances->subtasks, i);
        p->missing[i] = 0;
        for (uint32_t subtask = 0; subtask < view.count; subtask++) {
            bool primitive = view.items[subtask] < actions;
            p->missing[i] += !primitive;
            if (primitive && !instances->actions.alive[view.items[subtask]])
                instances->methods.alive[i] = 0;
        }
        uint32_t task = instances->method_task.items[i];
        if (instances->methods.alive[i] && p->missing[i] == 0 && !p->reached_task[task]) {
            p->reached_task[task] = 1;
            p->queue[queued++] = task;
        }
    }
    for (uint32_t next = 0; next < queued; next++) {
        uint32_t done = p->queue[next];
        for (uint32_t i = p->caller_begin[done]; i < p->caller_begin[done + 1]; i++) {
            uint32_t method = p->callers[i], task = instances->method_task.items[method];
            if (--p->missing[method] == 0 && instances->methods.alive[method] && !p->reached_task[task]) {
                p->reached_task[task] = 1;
                p->queue[queued++] = task;
            }
        }
    }
    for (uint32_t i = 0; i < ground_count(&instances->methods); i++)
        instances->methods.alive[i] = instances->methods.alive[i] && p->missing[i] == 0;
    memcpy(instances->task_alive, p->reached_task, instances->task_count);
}

/*
 * Finds what the root leads to, and kills the rest. Returns whether an action has died: then facts may have
 * become impossible.
 */
static bool kill_unreached(pruning *p)
{
    ground_instances *instances = p->instances;
    uint32_t actions = ground_count(&instances->actions), queued = 0;
    bool killed = false;
    memset(p->reached_task, 0, instances->task_count);
    memset(p->reached_action, 0, actions);
    p->queue[queued++] = instances->root;
    p->reached_task[instances->root] = 1;
    for (uint32_t next = 0; next < queued; next++) {
        uint32_t task = p->queue[next];
        for (uint32_t i = p->methods.begin[task]; i < p->methods.begin[task + 1]; i++) {
            const uint32_t method = p->methods.items[i];
            ground_view view = ground_list_at(&instances->subtasks, method);
            for (uint32_t subtask = 0; instances->methods.alive[method] && subtask < view.count; subtask++) {
                uint32_t item = view.items[subtask];
                if (item < actions) {
                    p->reached_action[item] = 1;
                } else if (!p->reached_task[item - actions]) {
                    p->reached_task[item - actions] = 1;
                    p->queue[queued++] = item - actions;
                }
            }
        }
    }
    for (uint32_t i = 0; i < actions; i++) {
        killed |= instances->actions.alive[i] && !p->reached_action[i];
        instances->actions.alive[i] = instances->actions.alive[i] && p->reached_action[i];
    }
    for (uint32_t i = 0; i < ground_count(&instances->methods); i++)
        instances->methods.alive[i] = instances->methods.alive[i] && p->reached_task[instances->method_task.items[i]];
    for (uint32_t i = 0; i < instances->task_count; i++)
        instances->task_alive[i] = instances->task_alive[i] && p->reached_task[i];
    return killed;
}

bool ground_prune(ground_instances *instances)
{
    hddl_pool *pool = instances->pool;
    pruning p = {.instances = instances};
    bool again = true;
    list_callers(&p);
    p.methods = ground_methods_by_task(instances);
    p.missing = hddl_pool_zeroed(pool, ground_count(&instances->methods), sizeof *p.missing);
    p.queue = hddl_pool_zeroed(pool, (size_t)instances->task_count + 1, sizeof *p.queue);
    p.reached_action = hddl_pool_zeroed(pool, ground_count(&instances->actions), 1);
    p.reached_task = hddl_pool_zeroed(pool, instances->task_count, 1);
    while (again) {
        if (hddl_budget_is_over(pool->budget))
            hddl_pool_stop(pool, HDDL_OUT_OF_TIME);
        kill_impossible(instances);
        kill_endless(&p);
        again = instances->task_alive[instances->root] && kill_unreached(&p);
    }
    void *taken[] = {p.caller_begin,  p.callers,       p.missing,        p.queue,
                     p.methods.begin, p.methods.items, p.reached_action, p.reached_task};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        hddl_pool_release(pool, taken[i]);
    flag_changes(instances);
    return instances->task_alive[instances->root];
}
