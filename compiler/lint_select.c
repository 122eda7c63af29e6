/*
 * What a task selects by, and does not: a `Utility` or `Weight` that its `Select` does not ask for, a `Select [highest]`
 * without any `Utility`, and a `Prefer` where there is but one solution.
 */
#include "lint.h"

static void note_selection(htnc_linter *linter, htnc_diagnostic *report, const htnc_task *task)
{
    if (task->select_span.end != 0)
        htnc_report_note(linter->diagnostics, report, task->select_span, "this is what the task selects by");
    else
        htnc_report_note(linter->diagnostics, report, task->name.span,
                         "`%s` takes its methods in the order written, as it has no `Select`", task->name.text);
}

static void report_unused(htnc_linter *linter, const htnc_task *task, const htnc_expr *value, const char *part,
                          const char *select)
{
    if (value == NULL)
        return;
    note_selection(linter,
                   htnc_report(linter->diagnostics, HTNC_DIAG_UNUSED_RANK, value->span,
                               "this %s has no effect without `Select [%s]`", part, select),
                   task);
}

static bool binds(const htnc_method *method)
{
    for (const htnc_expr *item = method->conditions; item != NULL; item = item->next)
        if (item->kind == HTNC_EXPR_ANY)
            return true;
    return false;
}

static void lint_method(htnc_linter *linter, const htnc_task *task, const htnc_method *method)
{
    if (task->select != HTNC_SELECT_HIGHEST)
        report_unused(linter, task, method->utility, "Utility", "highest");
    if (task->select != HTNC_SELECT_RANDOM)
        report_unused(linter, task, method->weight, "Weight", "random");
    if (method->prefer != NULL && !binds(method))
        htnc_report_note(linter->diagnostics,
                         htnc_report(linter->diagnostics, HTNC_DIAG_UNUSED_RANK, method->prefer->span,
                                     "this Prefer has nothing to choose among"),
                         method->head, "the method's conditions bind nothing with `any`");
}

void htnc_lint_selection(htnc_linter *linter)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        bool ranked = task->select != HTNC_SELECT_HIGHEST || task->methods == NULL;
        for (const htnc_method *method = task->methods; method != NULL; method = method->next) {
            ranked = ranked || method->utility != NULL;
            lint_method(linter, task, method);
        }
        if (!ranked)
            htnc_report(linter->diagnostics, HTNC_DIAG_UNUSED_RANK, task->select_span,
                        "none of the methods has a Utility, so all rank the same");
    }
}
