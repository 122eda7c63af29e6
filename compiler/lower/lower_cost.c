/*
 * The lower bound of a primitive task is the low end of its Cost's range. The bound of a compound task is the minimum over its
 * methods of the sum over their subtasks. Conditions are ignored, so the bound never exceeds the cost of a plan.
 *
 * The bounds of compound tasks are the greatest fixed point of these equations. All begin with the highest possible cost. Callees
 * come before callers, and tasks that call each other are evaluated again until nothing changes. A task that no plan can contain
 * keeps the highest cost. Made tasks (made_tasks.c) keep 0: what they do is counted when their method is taken.
 */
#include "compiler/lower/lower_cost.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_evaluate.h"
#include "compiler/lower/lower_expression.h"
#include <htn/arithmetic.h>

enum { ROUNDS = 64 }; /* for tasks that call each other; if their bounds still change, they become 0 */

void htnc_emit_sum(htnc_lowering *lowering, const htnc_expr *expr, htn_opcode op, int32_t counted)
{
    if (expr != NULL) {
        htnc_begin_subject(lowering->subject, expr->span);
        htnc_push_expr(lowering, expr);
    } else {
        htnc_emit(lowering->to, HTN_OP_PUSH, 0, 0, (uint32_t)lowering->code->plain_cost);
    }
    htnc_emit(lowering->to, op, 0, 0, (uint32_t)counted);
}

/* --- Lower bounds --------------------------------------------------------------------------------- */

int32_t htnc_step_cost_bound(htnc_builder *build, const htnc_task *task)
{
    int32_t low;
    htnc_begin_subject(build->subject, task->cost != NULL ? task->cost->span : task->name.span);
    low = task->cost != NULL ? htnc_node_of(build, task->cost)->low : build->code->plain_cost;
    return low > 0 ? low : 0;
}

/* The cost of an `Achieve` is not known, so it counts as 0. A `Split` costs nothing. */
int32_t htnc_subtasks_cost_bound(const htnc_code *code, const htnc_subtask *list)
{
    int32_t sum = 0;
    for (; list != NULL; list = list->next) {
        const bool has_members = list->kind == HTNC_SUBTASK_PARALLEL || list->kind == HTNC_SUBTASK_BACKGROUND;
        int32_t bound = list->kind == HTNC_SUBTASK_TASK ? code->tasks[list->task->index].cost_bound
                        : has_members                   ? htnc_subtasks_cost_bound(code, list->members)
                                                        : 0;
        sum = htni_saturate((int64_t)sum + bound);
    }
    return sum;
}

/* Evaluates the bound of a task once more. Returns whether it is lower now. */
static bool evaluate(htnc_code *code, const htnc_task *task)
{
    int32_t *bound = &code->tasks[task->index].cost_bound, before = *bound;
    for (const htnc_method *method = task->methods; method != NULL; method = method->next) {
        int32_t sum = htnc_subtasks_cost_bound(code, method->subtasks);
        *bound = sum < *bound ? sum : *bound;
    }
    return *bound < before;
}

/* Evaluates tasks that call each other. The bounds of all other tasks that they call are final. */
static void settle_component(const htnc_model *model, htnc_code *code, const uint32_t *tasks, uint32_t count)
{
    bool changed = true;
    for (uint32_t round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (uint32_t i = 0; i < count; i++)
            changed |= evaluate(code, model->tasks[tasks[i]]);
    }
    for (uint32_t i = 0; changed && i < count; i++)
        if (model->tasks[tasks[i]]->kind == HTNC_COMPOUND)
            code->tasks[tasks[i]].cost_bound = 0;
}

void htnc_find_cost_bounds(const htnc_model *model, htnc_code *code)
{
    uint32_t first = 0;
    if (!model->cheapest)
        return;
    for (uint32_t i = 0; i < model->task_count; i++)
        if (model->tasks[i]->kind == HTNC_COMPOUND && !model->tasks[i]->is_made)
            code->tasks[i].cost_bound = INT32_MAX;
    for (uint32_t i = 0; i < model->component_count; first = model->component_end[i++])
        settle_component(model, code, model->by_component + first, model->component_end[i] - first);
}
