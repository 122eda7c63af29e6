/*
 * Comparisons of a table or query at a property that may be `none`: `Distance(Target) < 10`. At `none` a table has 0, so the
 * comparison holds although there is no target. Reported only if it holds then, and if nothing excludes `none`. What comes before a
 * task may exclude it; so, except in a root's methods, there must be no such test and no effect on the property in the whole domain.
 */
#include "compiler/lint/lint_none.h"

#include "compiler/lint/lint_values.h"

/* --- Who asks about the property ------------------------------------------------------------------ */

static bool is_property(const htnc_expr *expr, const htnc_property *property)
{
    return expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_PROPERTY && expr->to.property == property;
}

static bool compares_list(const htnc_expr *list, const htnc_property *property);

/* Whether the property itself is compared with something: with `none`, or with an instance. */
static bool compares(const htnc_expr *expr, const htnc_property *property)
{
    if (expr->kind == HTNC_EXPR_BINARY && (expr->op == HTNC_EQ || expr->op == HTNC_NE) &&
        (is_property(expr->operands, property) || is_property(expr->operands->next, property)))
        return true;
    return compares_list(expr->operands, property) || compares_list(expr->where, property) ||
           compares_list(expr->body, property);
}

static bool compares_list(const htnc_expr *list, const htnc_property *property)
{
    for (; list; list = list->next)
        if (compares(list, property))
            return true;
    return false;
}

static bool task_asks(const htnc_task *task, const htnc_property *property)
{
    bool asks = compares_list(task->preconditions, property) || compares_list(task->context, property);
    for (const htnc_method *method = task->methods; method && !asks; method = method->next)
        asks = compares_list(method->conditions, property) || compares_list(method->while_conditions, property);
    return asks;
}

/* Whether the domain asks about the property anywhere, or sets it. */
static bool is_handled(const htnc_linter *linter, const htnc_property *property)
{
    const htnc_model *model = linter->model;
    for (const htnc_condition *each = model->conditions; each; each = each->next)
        if (compares_list(each->declaration->items, property))
            return true;
    for (uint32_t i = 0; i < model->task_count; i++) {
        if (task_asks(model->tasks[i], property))
            return true;
        const htnc_effect *const lists[] = {model->tasks[i]->effects, model->tasks[i]->expected,
                                            model->tasks[i]->during, model->tasks[i]->fail_effects,
                                            model->tasks[i]->abort_effects};
        for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
            for (const htnc_effect *effect = lists[k]; effect; effect = effect->next)
                if (effect->target->to.property == property)
                    return true;
    }
    return false;
}

/* --- Comparisons ---------------------------------------------------------------------------------- */

/* The property that may be `none` and is an index of this table or query; NULL: there is none. */
static const htnc_property *none_index(const htnc_expr *expr)
{
    if (expr->kind != HTNC_EXPR_NAME || (expr->ref != HTNC_REF_PROPERTY && expr->ref != HTNC_REF_QUERY))
        return NULL;
    for (const htnc_expr *each = expr->operands; each; each = each->next)
        if (each->kind == HTNC_EXPR_NAME && each->ref == HTNC_REF_PROPERTY && !each->operands &&
            each->type->kind == HTNC_TYPE_ENTITIES && each->type->open)
            return each->to.property;
    return NULL;
}

/* What a table of this type has at `none`. */
static int32_t value_at_none(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_ENTITIES && type->open ? HTNC_NOBODY : htnc_clamp(type, 0);
}

static bool holds(htnc_operator_kind op, int32_t x, int32_t y)
{
    switch (op) {
    case HTNC_EQ: return x == y;
    case HTNC_NE: return x != y;
    case HTNC_LT: return x < y;
    case HTNC_LE: return x <= y;
    case HTNC_GT: return x > y;
    default: return x >= y;
    }
}

/* The property that a comparison forgets to ask about; NULL: it is no such comparison. */
static const htnc_property *forgotten(const htnc_expr *item)
{
    if (item->kind != HTNC_EXPR_BINARY || item->op < HTNC_EQ || item->op > HTNC_GE)
        return NULL;
    const htnc_expr *x = item->operands, *y = x->next;
    const htnc_property *left = none_index(x), *right = none_index(y);
    if (left && y->is_constant && holds(item->op, value_at_none(x->type), y->folded))
        return left;
    if (right && x->is_constant && holds(item->op, x->folded, value_at_none(y->type)))
        return right;
    return NULL;
}

static void check_list(htnc_linter *linter, const htnc_expr *items, bool is_first)
{
    for (const htnc_expr *item = items; item; item = item->next) {
        const htnc_property *property = forgotten(item);
        if (!property || compares_list(items, property) || (!is_first && is_handled(linter, property)))
            continue;
        base_diagnostic *report = base_report(linter->diagnostics, BASE_DIAG_NONE_COMPARED, item->span,
                                              "this also holds if `%s` is `none`", property->name);
        base_report_note(linter->diagnostics, report, (base_span){0, 0}, "ask first: `%s != none`", property->name);
    }
}

static bool is_root(const htnc_model *model, const htnc_task *task)
{
    for (const htnc_root *each = model->roots; each; each = each->next)
        if (each->task == task)
            return true;
    return false;
}

void htnc_check_none(htnc_linter *linter)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        const bool first = is_root(linter->model, task) && !task->recursive;
        check_list(linter, task->preconditions, false);
        for (const htnc_method *method = task->methods; method; method = method->next)
            check_list(linter, method->conditions, first);
    }
}
