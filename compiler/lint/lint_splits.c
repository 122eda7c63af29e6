/*
 * A `Split` without effect: no step can come before it in its plan, or no task can come after it. From the roots on, finds for each task
 * whether something may come before it and after it.
 */
#include "compiler/lint/lint_splits.h"

enum { PRECEDED = 1, FOLLOWED = 2 };

typedef struct surroundings {
    uint8_t *of; /* by task: PRECEDED and FOLLOWED, if that is so in some use */
    bool *seen;
    const htnc_task **waiting;
    uint32_t count;
} surroundings;

static void add(surroundings *all, const htnc_task *task, uint8_t what)
{
    uint8_t *known = &all->of[task->index];
    what |= task->is_each ? PRECEDED | FOLLOWED : 0; /* by other items */
    if (all->seen[task->index] && (*known | what) == *known)
        return;
    all->seen[task->index] = true;
    *known |= what;
    all->waiting[all->count++] = task;
}

static bool is_followed(const htnc_subtask *item, uint8_t caller)
{
    for (const htnc_subtask *each = item->next; each; each = each->next)
        if (each->kind != HTNC_SUBTASK_SPLIT)
            return true;
    return (caller & FOLLOWED) != 0;
}

/* After a `Split` a new plan begins, so nothing comes before the next subtask. */
static void spread(surroundings *all, const htnc_subtask *list, uint8_t caller)
{
    bool preceded = (caller & PRECEDED) != 0;
    for (const htnc_subtask *each = list; each; each = each->next) {
        if (each->task)
            add(all, each->task, (uint8_t)((preceded ? PRECEDED : 0) | (is_followed(each, caller) ? FOLLOWED : 0)));
        spread(all, each->members, PRECEDED | FOLLOWED);
        preceded = each->kind != HTNC_SUBTASK_SPLIT;
    }
}

static void check_list(htnc_linter *linter, const htnc_subtask *list, uint8_t caller)
{
    bool preceded = (caller & PRECEDED) != 0;
    for (const htnc_subtask *each = list; each; each = each->next) {
        if (each->kind == HTNC_SUBTASK_SPLIT && !preceded)
            base_report(linter->diagnostics, BASE_DIAG_USELESS_SPLIT, each->span,
                        "this `Split` does nothing: the plan has no step yet that it could end with");
        else if (each->kind == HTNC_SUBTASK_SPLIT && !is_followed(each, caller))
            base_report(linter->diagnostics, BASE_DIAG_USELESS_SPLIT, each->span,
                        "this `Split` does nothing: no task can remain after it");
        preceded = each->kind != HTNC_SUBTASK_SPLIT;
    }
}

void htnc_check_splits(htnc_linter *linter)
{
    const htnc_model *model = linter->model;
    size_t room = (size_t)model->task_count + 1;
    surroundings all = {.count = 0};
    all.of = base_alloc_array(linter->arena, room, sizeof *all.of);
    all.seen = base_alloc_array(linter->arena, room, sizeof *all.seen);
    all.waiting =
        base_alloc_array(linter->arena, 3 * room,
                         sizeof *all.waiting); /* a task is added at most three times: its flags can grow twice */
    for (const htnc_root *root = model->roots; root; root = root->next)
        add(&all, root->task, 0);
    for (uint32_t next = 0; next < all.count; next++)
        for (const htnc_method *method = all.waiting[next]->methods; method; method = method->next)
            spread(&all, method->subtasks, all.of[all.waiting[next]->index]);
    for (uint32_t i = 0; i < model->task_count; i++)
        for (const htnc_method *method = model->tasks[i]->methods; model->tasks[i]->used && method;
             method = method->next)
            check_list(linter, method->subtasks, all.of[i]);
}
