/*
 * What doing a task costs at least, so that a search for the cheapest plan can give up early on what cannot be it: for a
 * primitive task the low end of its Cost's range, for a compound one the least of its methods' sums. Conditions are taken
 * to hold. What cannot be done at all costs the most there is.
 */
#include "compiler/lower/lower_least.h"
#include "compiler/lower/lower_expression.h"
#include "compiler/types/fold_operators.h"
#include <string.h>

enum { ROUNDS = 64 }; /* over tasks that call one another; what has not settled by then counts as costing nothing */

int32_t htnc_least_of_cost(htnc_lowering *lowering, const htnc_task *task)
{
    int32_t low;
    htnc_subject(lowering, task->cost != NULL ? task->cost->span : task->name.span);
    low = task->cost != NULL ? htnc_node_of(lowering, task->cost)->low : 1;
    return low > 0 ? low : 0;
}

/* What an `Achieve` comes to is not known, and a `Split` is nothing. */
int32_t htnc_least_of_list(const htnc_lowering *lowering, const htnc_subtask *list)
{
    int32_t sum = 0;
    for (; list != NULL; list = list->next) {
        int32_t least = list->kind == HTNC_SUBTASK_TASK       ? lowering->code->tasks[list->task->index].least
                        : list->kind == HTNC_SUBTASK_PARALLEL ? htnc_least_of_list(lowering, list->members)
                                                              : 0;
        sum = htni_saturate((int64_t)sum + least);
    }
    return sum;
}

/* Whether the task turned out to cost less than was thought. */
static bool settle(htnc_lowering *lowering, const htnc_task *task)
{
    htnc_task_code *code = &lowering->code->tasks[task->index];
    int32_t before = code->least;
    for (const htnc_method *method = task->methods; method != NULL; method = method->next) {
        int32_t least = htnc_least_of_list(lowering, method->subtasks);
        code->least = least < code->least ? least : code->least;
    }
    return code->least < before;
}

/* Tasks that can call one another; all that they call beside each other is settled. */
static void settle_component(htnc_lowering *lowering, const uint32_t *tasks, uint32_t count)
{
    bool changed = true;
    for (uint32_t round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (uint32_t i = 0; i < count; i++)
            changed |= settle(lowering, lowering->model->tasks[tasks[i]]);
    }
    for (uint32_t i = 0; changed && i < count; i++)
        if (lowering->model->tasks[tasks[i]]->kind == HTNC_COMPOUND)
            lowering->code->tasks[tasks[i]].least = 0;
}

/* Callees before callers: by component, as names_graph.c numbers them. */
void htnc_find_least_costs(htnc_lowering *lowering)
{
    const htnc_model *model = lowering->model;
    uint32_t count = model->task_count;
    uint32_t *first = base_alloc_array(lowering->arena, (size_t)count + 2, sizeof *first);
    uint32_t *next = base_alloc_array(lowering->arena, (size_t)count + 2, sizeof *next);
    uint32_t *order = base_alloc_array(lowering->arena, (size_t)count + 1, sizeof *order);
    if (!model->cheapest)
        return;
    for (uint32_t i = 0; i < count; i++) {
        first[model->tasks[i]->component + 1]++;
        if (model->tasks[i]->kind == HTNC_COMPOUND)
            lowering->code->tasks[i].least = INT32_MAX;
    }
    for (uint32_t i = 0; i < count; i++)
        first[i + 1] += first[i];
    memcpy(next, first, ((size_t)count + 1) * sizeof *next);
    for (uint32_t i = 0; i < count; i++)
        order[next[model->tasks[i]->component]++] = i;
    for (uint32_t i = 0; i < count; i++)
        settle_component(lowering, order + first[i], first[i + 1] - first[i]);
}
