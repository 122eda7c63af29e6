/*
 * Searches the expressions of a task for quantifiers and binders, named conditions included. The model lists named conditions in the
 * order of use, so each is looked at once.
 */
#include "compiler/lower/lower_has_loops.h"

static bool exprs_have_loops(const htnc_lowering *lowering, const htnc_expr *list);

static bool has_loops(const htnc_lowering *lowering, const htnc_expr *expr)
{
    if (expr->kind == HTNC_EXPR_QUANTIFIER || expr->kind == HTNC_EXPR_ANY)
        return true;
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_CONDITION &&
        lowering->condition_loops[expr->to.condition->index])
        return true;
    return exprs_have_loops(lowering, expr->operands);
}

static bool exprs_have_loops(const htnc_lowering *lowering, const htnc_expr *list)
{
    for (; list != NULL; list = list->next)
        if (has_loops(lowering, list))
            return true;
    return false;
}

static bool effects_have_loops(const htnc_lowering *lowering, const htnc_effect *list)
{
    for (; list != NULL; list = list->next)
        if (list->each != NULL || has_loops(lowering, list->target) || has_loops(lowering, list->value) ||
            exprs_have_loops(lowering, list->when))
            return true;
    return false;
}

void htnc_find_condition_loops(htnc_lowering *lowering)
{
    uint32_t count = 0;
    for (const htnc_condition *each = lowering->model->conditions; each != NULL; each = each->next)
        count++;
    lowering->condition_loops = base_alloc_array(lowering->arena, (size_t)count + 1, sizeof *lowering->condition_loops);
    for (const htnc_condition *each = lowering->model->conditions; each != NULL; each = each->next)
        lowering->condition_loops[each->index] = exprs_have_loops(lowering, each->declaration->items);
}

bool htnc_task_has_loops(const htnc_lowering *lowering, const htnc_task *task)
{
    if (exprs_have_loops(lowering, task->preconditions) || exprs_have_loops(lowering, task->operator_arguments) ||
        effects_have_loops(lowering, task->effects) || effects_have_loops(lowering, task->expected) ||
        effects_have_loops(lowering, task->during) || exprs_have_loops(lowering, task->context) ||
        exprs_have_loops(lowering, task->cost) || exprs_have_loops(lowering, task->duration))
        return true;
    for (const htnc_method *method = task->methods; method != NULL; method = method->next) {
        if (exprs_have_loops(lowering, method->conditions) || exprs_have_loops(lowering, method->while_conditions))
            return true;
        for (const htnc_subtask *item = method->leaves; item != NULL; item = item->next_leaf)
            if (exprs_have_loops(lowering, item->arguments))
                return true;
    }
    return false;
}
