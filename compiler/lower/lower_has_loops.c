/* Searches expressions for quantifiers, binders, `let`s and derived conditions, which need locals. A named condition comes in the model's list after those that it uses. */
#include "compiler/lower/lower_has_loops.h"

static bool exprs_have_loops(const bool *condition_loops, const htnc_expr *list);

static bool has_loops(const bool *condition_loops, const htnc_expr *expr)
{
    if (expr->kind == HTNC_EXPR_QUANTIFIER || expr->kind == HTNC_EXPR_ANY || expr->kind == HTNC_EXPR_LET)
        return true;
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_CONDITION && condition_loops[expr->to.condition->index])
        return true;
    return exprs_have_loops(condition_loops, expr->operands);
}

static bool exprs_have_loops(const bool *condition_loops, const htnc_expr *list)
{
    for (; list != NULL; list = list->next)
        if (has_loops(condition_loops, list))
            return true;
    return false;
}

static bool effects_have_loops(const bool *condition_loops, const htnc_effect *list)
{
    for (; list != NULL; list = list->next)
        if (list->each != NULL || has_loops(condition_loops, list->target) || has_loops(condition_loops, list->value) ||
            exprs_have_loops(condition_loops, list->when) || exprs_have_loops(condition_loops, list->lasts))
            return true;
    return false;
}

bool *htnc_find_condition_loops(base_arena *arena, const htnc_model *model)
{
    bool *condition_loops = base_alloc_array(arena, (size_t)model->condition_count + 1, sizeof *condition_loops);
    for (const htnc_condition *each = model->conditions; each != NULL; each = each->next)
        condition_loops[each->index] =
            each->cycle != NULL || exprs_have_loops(condition_loops, each->declaration->items);
    return condition_loops;
}

bool htnc_task_has_loops(const bool *condition_loops, const htnc_task *task)
{
    if (exprs_have_loops(condition_loops, task->preconditions) ||
        exprs_have_loops(condition_loops, task->operator_arguments) ||
        effects_have_loops(condition_loops, task->effects) || effects_have_loops(condition_loops, task->expected) ||
        effects_have_loops(condition_loops, task->during) || effects_have_loops(condition_loops, task->fail_effects) ||
        effects_have_loops(condition_loops, task->abort_effects) || exprs_have_loops(condition_loops, task->context) ||
        exprs_have_loops(condition_loops, task->cost) || exprs_have_loops(condition_loops, task->duration) ||
        exprs_have_loops(condition_loops, task->timeout))
        return true;
    for (const htnc_method *method = task->methods; method != NULL; method = method->next) {
        if (exprs_have_loops(condition_loops, method->conditions) ||
            exprs_have_loops(condition_loops, method->while_conditions) ||
            exprs_have_loops(condition_loops, method->enter_conditions))
            return true;
        for (const htnc_subtask *item = method->leaves; item != NULL; item = item->next_leaf)
            if (exprs_have_loops(condition_loops, item->arguments))
                return true;
    }
    return false;
}
