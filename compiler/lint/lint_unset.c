/*
 * Roots and preconditions that wait for something that the domain never brings about. The game may bring it about by itself; so a
 * sensor, a fact, or a scenario that sets the property silences the check of preconditions.
 */
#include "compiler/lint/lint_unset.h"

#include "compiler/lint/lint_values.h"

void htnc_check_fallbacks(htnc_linter *linter)
{
    for (const htnc_root *each = linter->model->roots; each; each = each->next) {
        if (linter->infallible[each->task->index] || each->task->recursive)
            continue;
        base_report(linter->diagnostics, BASE_DIAG_MISSING_FALLBACK, each->task->name.span,
                    "no method of the root `%s` applies in every world, so there may be no plan",
                    each->task->name.text);
    }
}

/* --- Preconditions -------------------------------------------------------------------------------- */

static bool is_set(const htnc_property *property)
{
    return property->written || property->tested || property->fact_count > 0 || property->declaration->cooling;
}

/*
 * Adds the initial values of all properties that an expression reads to the facts. False: something sets one of them, or what the
 * expression reads is not only properties.
 */
static bool add_initial(htnc_facts *facts, const htnc_expr *expr)
{
    if (expr->kind == HTNC_EXPR_NAME && (expr->ref == HTNC_REF_CONDITION || expr->ref == HTNC_REF_QUERY))
        return false;
    if (expr->kind == HTNC_EXPR_ANY || expr->kind == HTNC_EXPR_QUANTIFIER || expr->kind == HTNC_EXPR_ERROR)
        return false;
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_PROPERTY) {
        const htnc_property *property = expr->to.property;
        htnc_known *known = is_set(property) ? NULL : htnc_facts_know(facts, property, property->type);
        if (!known)
            return false;
        htnc_set_keep_between(&known->values, property->initial, property->initial);
    }
    for (const htnc_expr *each = expr->operands; each; each = each->next)
        if (!add_initial(facts, each))
            return false;
    return true;
}

/* `T(x)`: a cell of a table that has the initial value everywhere. */
static bool is_false_cell(const htnc_expr *item)
{
    const bool negated = item->kind == HTNC_EXPR_UNARY && item->op == HTNC_NOT;
    const htnc_expr *cell = negated ? item->operands : item;
    return cell->kind == HTNC_EXPR_NAME && cell->ref == HTNC_REF_PROPERTY && cell->operands &&
           (cell->to.property->initial != 0) == negated;
}

static void check_item(htnc_linter *linter, const htnc_task *task, const htnc_expr *item)
{
    htnc_facts initial, alone;
    htnc_facts_clear(&initial);
    htnc_facts_clear(&alone);
    if (item->is_constant || !add_initial(&initial, item) || initial.count == 0)
        return;
    htnc_facts_narrow(linter, &initial, item, true);
    htnc_facts_narrow(linter, &alone, item, true);
    if (alone.impossible || (!initial.impossible && !is_false_cell(item)))
        return;
    base_diagnostic *report = base_report(
        linter->diagnostics, BASE_DIAG_UNSET_PRECONDITION, item->span,
        "this does not hold at first, and nothing in the domain sets it, so `%s` is never done", task->name.text);
    base_report_note(linter->diagnostics, report, (base_span){0, 0},
                     "if the game sets it, say so with a `Sensor` that `Updates` it");
}

void htnc_check_unset_preconditions(htnc_linter *linter)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        for (const htnc_expr *item = task->used ? task->preconditions : NULL; item; item = item->next)
            check_item(linter, task, item);
    }
}
