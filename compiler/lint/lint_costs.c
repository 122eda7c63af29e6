/*
 * Costs and times below 0, which count as 0. And, in a root that takes the cheapest plan, a method that always applies and costs
 * nothing, so the root never takes another method. Only at the root is that certain: elsewhere, a later task may need the effects of
 * another method.
 */
#include "compiler/lint/lint_costs.h"

#include "compiler/lint/lint_values.h"
#include "compiler/lint/task_facts.h"

static void check_number(htnc_linter *linter, const htnc_expr *expr, const char *what)
{
    if (expr && expr->is_constant && expr->folded < 0)
        base_report(linter->diagnostics, BASE_DIAG_SATURATES, expr->span, "a %s below 0 counts as 0", what);
}

static bool costs_nothing(const htnc_subtask *list)
{
    for (; list; list = list->next) {
        const htnc_expr *cost = list->task && list->task->kind == HTNC_PRIMITIVE ? list->task->cost : NULL;
        if (!cost || !cost->is_constant || cost->folded > 0)
            return false;
    }
    return true;
}

static void check_root(htnc_linter *linter, const htnc_root *root)
{
    for (const htnc_method *method = root->task->methods; method; method = method->next) {
        if (root->task->method_count == 1 || htnc_has_further_gates(method) || !costs_nothing(method->subtasks) ||
            !htnc_all_infallible(linter, method) || !htnc_always_holds(linter, method->conditions))
            continue;
        base_diagnostic *report = base_report(linter->diagnostics, BASE_DIAG_ALWAYS_CHEAPEST, method->head,
                                              "this method always applies and costs nothing, so no other one is "
                                              "ever cheaper");
        base_report_note(
            linter->diagnostics, report, root->span,
            "this root takes the cheapest plan; the method's conditions should say when there is nothing to do");
        return;
    }
}

void htnc_check_negative_numbers(htnc_linter *linter)
{
    const htnc_model *model = linter->model;
    for (uint32_t i = 0; i < model->task_count; i++) {
        check_number(linter, model->tasks[i]->cost, "cost");
        check_number(linter, model->tasks[i]->duration, "duration");
        for (const htnc_method *method = model->tasks[i]->methods; method; method = method->next)
            check_number(linter, method->cooldown, "cooldown");
    }
    for (const htnc_file *file = model->files; file; file = file->next)
        for (const htnc_sensor_decl *sensor = file->sensors; sensor; sensor = sensor->next)
            check_number(linter, sensor->every, "period");
}

void htnc_check_always_cheapest(htnc_linter *linter)
{
    for (const htnc_root *root = linter->model->roots; root; root = root->next)
        if (root->cheapest)
            check_root(linter, root);
}
