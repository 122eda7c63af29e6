/*
 * The last pass before lowering: what the whole model has to be looked at for, and the lint.
 */
#include "lint.h"

static void check_splits(htnc_diagnostics *diagnostics, const htnc_task *task, const htnc_subtask *list)
{
    for (; list; list = list->next) {
        if (list->kind != HTNC_SUBTASK_SPLIT || task->weighed.end == 0)
            continue;
        htnc_diagnostic *report =
            htnc_report(diagnostics, HTNC_DIAG_SPLIT_PLACE, list->span,
                        "a `Split` cannot be in the cheapest plan: what comes behind it would have no cost yet");
        htnc_report_note(diagnostics, report, task->weighed, "this root takes the cheapest plan, and comes to `%s`",
                         task->name.text);
    }
}

void htnc_check(htnc_arena *arena, htnc_diagnostics *diagnostics, htnc_model *model)
{
    for (uint32_t i = 0; i < model->task_count; i++) {
        for (const htnc_method *method = model->tasks[i]->methods; method; method = method->next)
            check_splits(diagnostics, model->tasks[i], method->subtasks);
    }
    htnc_lint(arena, diagnostics, model);
}
