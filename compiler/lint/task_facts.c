/*
 * Facts about tasks: which cannot fail, which are followed by something that can fail, which change the world state. Limits are
 * ignored: reaching a limit is not what a designer means.
 */
#include "compiler/lint/task_facts.h"

#include "compiler/lint/lint_values.h"

bool htnc_all_infallible(const htnc_linter *linter, const htnc_method *method)
{
    for (const htnc_subtask *each = method->leaves; each; each = each->next_leaf)
        if (each->kind != HTNC_SUBTASK_SPLIT &&
            (each->kind != HTNC_SUBTASK_TASK || !linter->infallible[each->task->index]))
            return false;
    return true;
}

bool htnc_has_further_gates(const htnc_method *method)
{
    return method->has_while || method->has_enter || method->cooldown || method->weight;
}

/* A recursive task may fail: the loop guard may reject a call of it. So may a step with a Context: it may start at once. */
static bool is_infallible(htnc_linter *linter, const htnc_task *task)
{
    htnc_facts open;
    if (task->recursive)
        return false;
    if (task->kind == HTNC_PRIMITIVE)
        return !task->reserved && htnc_always_holds(linter, task->preconditions) &&
               htnc_always_holds(linter, task->context);
    if (task->is_each)
        return htnc_all_infallible(linter, task->methods);
    htnc_facts_clear(&open);
    for (const htnc_method *method = task->methods; method && !open.impossible; method = method->next)
        if (!htnc_has_further_gates(method) && htnc_all_infallible(linter, method))
            htnc_facts_narrow_list(linter, &open, method->conditions, false);
    return open.impossible;
}

static bool effects_write(const htnc_task *task)
{
    return task->effects || task->expected;
}

/* The answer is the same for all tasks of a component, and is complete after its last task. */
static void find_writers(htnc_linter *linter)
{
    bool *by_component = base_alloc_array(linter->arena, (size_t)linter->model->task_count + 1, sizeof *by_component);
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[linter->model->by_component[i]];
        bool writes = effects_write(task);
        for (const htnc_method *method = task->methods; method && !writes; method = method->next)
            for (const htnc_subtask *each = method->leaves; each && !writes; each = each->next_leaf)
                writes = each->kind != HTNC_SUBTASK_TASK || by_component[each->task->component];
        by_component[task->component] |= writes;
    }
    for (uint32_t i = 0; i < linter->model->task_count; i++)
        linter->writes[i] = by_component[linter->model->tasks[i]->component];
}

/* --- What comes after ----------------------------------------------------------------------------- */

typedef struct worklist {
    const htnc_task **tasks;
    uint32_t count;
} worklist;

static void mark_follower(htnc_linter *linter, worklist *waiting, const htnc_task *task)
{
    if (linter->follower[task->index])
        return;
    linter->follower[task->index] = true;
    waiting->tasks[waiting->count++] = task;
}

static bool has_any_order(const htnc_subtask *list)
{
    for (; list; list = list->next)
        if (list->kind == HTNC_SUBTASK_ANY_ORDER || has_any_order(list->members))
            return true;
    return false;
}

/*
 * Marks the subtasks after which something can fail: a later subtask of the method, or something after the caller. After those of an
 * item of an Each the next item comes, with the same subtasks.
 */
static void mark_subtasks(htnc_linter *linter, worklist *waiting, const htnc_task *caller, const htnc_method *method)
{
    const htnc_subtask *last = NULL; /* the last one that can fail */
    for (const htnc_subtask *each = method->leaves; each; each = each->next_leaf)
        if (each->kind != HTNC_SUBTASK_SPLIT &&
            (each->kind != HTNC_SUBTASK_TASK || !linter->infallible[each->task->index]))
            last = each;
    const bool any_order = has_any_order(method->subtasks); /* what is written behind the last one may come before it */
    bool before = last != NULL;
    for (const htnc_subtask *each = method->leaves; each; each = each->next_leaf) {
        before = before && (each != last || any_order || caller->is_each);
        if (each->kind == HTNC_SUBTASK_TASK && (before || linter->follower[caller->index]))
            mark_follower(linter, waiting, each->task);
    }
}

static void find_followers(htnc_linter *linter)
{
    const htnc_model *model = linter->model;
    worklist waiting = {.tasks = base_alloc_array(linter->arena, (size_t)model->task_count + 1, sizeof(htnc_task *))};
    for (uint32_t i = 0; i < model->task_count; i++)
        if (model->tasks[i]->weighed.end > 0) /* the search goes on for a cheaper plan */
            mark_follower(linter, &waiting, model->tasks[i]);
    for (uint32_t i = 0; i < model->task_count; i++)
        if (model->tasks[i]->used)
            for (const htnc_method *method = model->tasks[i]->methods; method; method = method->next)
                mark_subtasks(linter, &waiting, model->tasks[i], method);
    while (waiting.count > 0) {
        const htnc_task *task = waiting.tasks[--waiting.count];
        for (const htnc_method *method = task->methods; method; method = method->next)
            mark_subtasks(linter, &waiting, task, method);
    }
}

void htnc_find_task_facts(htnc_linter *linter)
{
    size_t count = (size_t)linter->model->task_count + 1;
    linter->infallible = base_alloc_array(linter->arena, count, sizeof *linter->infallible);
    linter->follower = base_alloc_array(linter->arena, count, sizeof *linter->follower);
    linter->writes = base_alloc_array(linter->arena, count, sizeof *linter->writes);
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        uint32_t task = linter->model->by_component[i];
        linter->infallible[task] = is_infallible(linter, linter->model->tasks[task]);
    }
    find_writers(linter);
    find_followers(linter);
}
