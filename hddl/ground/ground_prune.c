/*
 * What cannot be part of a plan dies (ground_draft.h), until nothing more does: what needs a fact that nothing gives or
 * takes any more, a method with a dead subtask, a task without methods that ends (so one that only calls itself), and what the
 * root does not lead to.
 */
#include "hddl/ground/ground_draft.h"

#include <string.h>

typedef struct pruning {
    ground_draft *draft;
    uint32_t *caller_begin, *callers; /* of each task: the methods that have it as a subtask, once for each time */
    uint32_t *missing;                /* of each method: subtasks not known to end */
    uint32_t *queue;                  /* of tasks */
    uint32_t *task_begin, *methods;   /* of each task: its methods */
    uint8_t *reached_action, *reached_task;
} pruning;

static void flag_facts(ground_draft *draft, const ground_lists *lists, uint32_t item, uint8_t flag)
{
    ground_view view = ground_list_at(lists, item);
    for (uint32_t i = 0; i < view.count; i++) {
        draft->facts[view.items[i]] |= flag;
    }
}

/* What is added and deleted by actions that are alive. */
static void flag_changes(ground_draft *draft)
{
    for (uint32_t i = 0; i < draft->fact_count; i++) {
        draft->facts[i] &= GROUND_AT_FIRST;
    }
    for (uint32_t i = 0; i < ground_draft_actions(draft); i++) {
        if (draft->action_alive[i]) {
            flag_facts(draft, &draft->adds, i, GROUND_ADDED);
            flag_facts(draft, &draft->deletes, i, GROUND_FALLEN);
        }
    }
    for (uint32_t i = 0; i < draft->conditional_action.count; i++) {
        if (draft->action_alive[draft->conditional_action.items[i]]) {
            flag_facts(draft, &draft->when_adds, i, GROUND_ADDED);
            flag_facts(draft, &draft->when_deletes, i, GROUND_FALLEN);
        }
    }
}

static bool can_hold(const ground_draft *draft, const ground_lists *needs, const ground_lists *needs_not, uint32_t item)
{
    ground_view view = ground_list_at(needs, item);
    for (uint32_t i = 0; i < view.count; i++) {
        if (!(draft->facts[view.items[i]] & (GROUND_AT_FIRST | GROUND_ADDED))) {
            return false;
        }
    }
    view = ground_list_at(needs_not, item);
    for (uint32_t i = 0; i < view.count; i++) {
        uint8_t state = draft->facts[view.items[i]];
        if ((state & GROUND_AT_FIRST) && !(state & GROUND_FALLEN)) {
            return false;
        }
    }
    return true;
}

static void kill_impossible(ground_draft *draft)
{
    flag_changes(draft);
    for (uint32_t i = 0; i < ground_draft_actions(draft); i++) {
        draft->action_alive[i] = draft->action_alive[i] && can_hold(draft, &draft->needs, &draft->needs_not, i);
    }
    for (uint32_t i = 0; i < ground_draft_methods(draft); i++) {
        draft->method_alive[i] =
            draft->method_alive[i] && can_hold(draft, &draft->method_needs, &draft->method_needs_not, i);
    }
}

static void list_callers(pruning *p)
{
    ground_draft *draft = p->draft;
    uint32_t actions = ground_draft_actions(draft);
    const hddl_numbers *subtasks = &draft->subtasks.items;
    p->caller_begin = hddl_pool_zeroed(draft->pool, (size_t)draft->task_count + 1, sizeof *p->caller_begin);
    p->callers = hddl_pool_resize(draft->pool, NULL, (subtasks->count + 1) * sizeof *p->callers);
    for (size_t i = 0; i < subtasks->count; i++) {
        if (subtasks->items[i] >= actions) {
            p->caller_begin[subtasks->items[i] - actions]++;
        }
    }
    for (uint32_t i = 0; i < draft->task_count; i++) {
        p->caller_begin[i + 1] += p->caller_begin[i];
    }
    for (uint32_t i = 0; i < ground_draft_methods(draft); i++) {
        ground_view view = ground_list_at(&draft->subtasks, i);
        for (uint32_t subtask = 0; subtask < view.count; subtask++) {
            if (view.items[subtask] >= actions) {
                p->callers[--p->caller_begin[view.items[subtask] - actions]] = i;
            }
        }
    }
}

/* Tasks that have a decomposition that ends are found from the leaves up; the others are dead, and their callers. */
static void kill_endless(pruning *p)
{
    ground_draft *draft = p->draft;
    uint32_t actions = ground_draft_actions(draft), queued = 0;
    memset(p->reached_task, 0, draft->task_count);
    for (uint32_t i = 0; i < ground_draft_methods(draft); i++) {
        ground_view view = ground_list_at(&draft->subtasks, i);
        p->missing[i] = 0;
        for (uint32_t subtask = 0; subtask < view.count; subtask++) {
            bool primitive = view.items[subtask] < actions;
            p->missing[i] += !primitive;
            if (primitive && !draft->action_alive[view.items[subtask]]) {
                draft->method_alive[i] = 0;
            }
        }
        uint32_t task = draft->method_task.items[i];
        if (draft->method_alive[i] && p->missing[i] == 0 && !p->reached_task[task]) {
            p->reached_task[task] = 1;
            p->queue[queued++] = task;
        }
    }
    for (uint32_t next = 0; next < queued; next++) {
        uint32_t done = p->queue[next];
        for (uint32_t i = p->caller_begin[done]; i < p->caller_begin[done + 1]; i++) {
            uint32_t method = p->callers[i], task = draft->method_task.items[method];
            if (--p->missing[method] == 0 && draft->method_alive[method] && !p->reached_task[task]) {
                p->reached_task[task] = 1;
                p->queue[queued++] = task;
            }
        }
    }
    for (uint32_t i = 0; i < ground_draft_methods(draft); i++) {
        draft->method_alive[i] = draft->method_alive[i] && p->missing[i] == 0;
    }
    memcpy(draft->task_alive, p->reached_task, draft->task_count);
}

/* From the root down. Whether something that was alive is not reached. */
static bool kill_unreached(pruning *p)
{
    ground_draft *draft = p->draft;
    uint32_t actions = ground_draft_actions(draft), queued = 0;
    bool killed = false;
    memset(p->reached_task, 0, draft->task_count);
    memset(p->reached_action, 0, actions);
    p->queue[queued++] = draft->root;
    p->reached_task[draft->root] = 1;
    for (uint32_t next = 0; next < queued; next++) {
        uint32_t task = p->queue[next];
        for (uint32_t i = p->task_begin[task]; i < p->task_begin[task + 1]; i++) {
            ground_view view = ground_list_at(&draft->subtasks, p->methods[i]);
            for (uint32_t subtask = 0; draft->method_alive[p->methods[i]] && subtask < view.count; subtask++) {
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
        killed |= draft->action_alive[i] && !p->reached_action[i];
        draft->action_alive[i] = draft->action_alive[i] && p->reached_action[i];
    }
    for (uint32_t i = 0; i < ground_draft_methods(draft); i++) {
        draft->method_alive[i] = draft->method_alive[i] && p->reached_task[draft->method_task.items[i]];
    }
    for (uint32_t i = 0; i < draft->task_count; i++) {
        draft->task_alive[i] = draft->task_alive[i] && p->reached_task[i];
    }
    return killed;
}

bool ground_prune(ground_draft *draft)
{
    hddl_pool *pool = draft->pool;
    pruning p = {.draft = draft};
    bool again = true;
    list_callers(&p);
    ground_draft_list_methods(draft, &p.task_begin, &p.methods);
    p.missing = hddl_pool_zeroed(pool, ground_draft_methods(draft), sizeof *p.missing);
    p.queue = hddl_pool_zeroed(pool, (size_t)draft->task_count + 1, sizeof *p.queue);
    p.reached_action = hddl_pool_zeroed(pool, ground_draft_actions(draft), 1);
    p.reached_task = hddl_pool_zeroed(pool, draft->task_count, 1);
    while (again) {
        if (hddl_budget_is_over(pool->budget)) {
            hddl_pool_stop(pool, HDDL_OUT_OF_TIME);
        }
        kill_impossible(draft);
        kill_endless(&p);
        again = draft->task_alive[draft->root] && kill_unreached(&p);
    }
    void *taken[] = {p.caller_begin, p.callers, p.missing,        p.queue,
                     p.task_begin,   p.methods, p.reached_action, p.reached_task};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        hddl_pool_release(pool, taken[i]);
    }
    flag_changes(draft);
    return draft->task_alive[draft->root];
}
