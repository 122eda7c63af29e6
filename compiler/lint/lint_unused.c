/*
 * Declarations that nothing uses. Only the main file's: an imported one may serve several domains. Of tasks that only
 * unused tasks call, the outermost is named.
 */
#include "compiler/lint/linter.h"

static void check_tasks(htnc_linter *linter)
{
    const htnc_model *model = linter->model;
    bool *spoken_of =
        base_alloc_array(linter->arena, (size_t)model->task_count + 1, sizeof *spoken_of); /* by component */
    for (uint32_t i = 0; i < model->task_count; i++)
        for (const htnc_method *method = model->tasks[i]->methods; method; method = method->next)
            for (const htnc_subtask *each = method->leaves; each; each = each->next_leaf) {
                for (const htnc_subtask *used = each->actions; used; used = used->next)
                    spoken_of[used->task->component] = true;
                if (each->task && each->task->component != model->tasks[i]->component)
                    spoken_of[each->task->component] = true;
            }
    for (uint32_t i = 0; i < model->task_count; i++) {
        const htnc_task *task = model->tasks[i];
        if (task->used || spoken_of[task->component] || !htnc_lint_in_main(linter, task->name.span))
            continue;
        spoken_of[task->component] = true;
        base_report(linter->diagnostics, BASE_DIAG_UNUSED_TASK, task->name.span, "no root reaches task `%s`",
                    task->name.text);
    }
}

static void check_parameters(htnc_linter *linter, const htnc_variable *parameters, const char *owner)
{
    for (; parameters; parameters = parameters->next)
        if (!parameters->used)
            base_report(linter->diagnostics, BASE_DIAG_UNUSED_PARAMETER, parameters->name.span,
                        "`%s` does not use its parameter `%s`", owner, parameters->name.text);
}

static void check_properties(htnc_linter *linter)
{
    for (const htnc_property *each = linter->model->properties; each; each = each->next) {
        base_span span = each->declaration->name.span;
        if (!htnc_lint_in_main(linter, span))
            continue;
        if (!each->read && !each->written)
            base_report(linter->diagnostics, BASE_DIAG_UNUSED_PROPERTY, span,
                        "nothing in the domain reads or writes `%s`", each->name);
        else if (!each->read)
            base_report(linter->diagnostics, BASE_DIAG_NEVER_READ, span,
                        "effects write `%s`, but nothing in the domain reads it", each->name);
        else if (!each->written && !each->facts)
            base_report(linter->diagnostics, BASE_DIAG_NEVER_WRITTEN, span, "`%s` is read, but no effect writes it",
                        each->name);
    }
}

/* In a list where a choice is made; elsewhere `any` is `exists`, and asks whether there is one. */
static void check_variables(htnc_linter *linter, const htnc_expr *items)
{
    for (; items; items = items->next) {
        const htnc_variable *variable = items->kind == HTNC_EXPR_ANY ? items->variables : NULL;
        if (!variable || variable->used)
            continue;
        base_diagnostic *report = base_report(linter->diagnostics, BASE_DIAG_UNUSED_VARIABLE, variable->name.span,
                                              "nothing uses `%s`", variable->name.text);
        base_report_note(linter->diagnostics, report, (base_span){0, 0},
                         "to ask whether there is one, without trying all of them: `exists(%s : %s)`",
                         variable->name.text, variable->type->name);
    }
}

void htnc_lint_unused(htnc_linter *linter)
{
    const htnc_model *model = linter->model;
    check_tasks(linter);
    check_properties(linter);
    for (const htnc_constant *each = model->constants; each; each = each->next)
        if (!each->used && htnc_lint_in_main(linter, each->declaration->name.span))
            base_report(linter->diagnostics, BASE_DIAG_UNUSED_CONSTANT, each->declaration->name.span,
                        "nothing uses the constant `%s`", each->name);
    for (const htnc_condition *each = model->conditions; each; each = each->next) {
        check_parameters(linter, each->declaration->parameters, each->name);
        if (!each->used && htnc_lint_in_main(linter, each->declaration->name.span))
            base_report(linter->diagnostics, BASE_DIAG_UNUSED_CONDITION, each->declaration->name.span,
                        "nothing uses the condition `%s`", each->name);
    }
    for (const htnc_query *each = model->queries; each; each = each->next)
        if (!each->used && htnc_lint_in_main(linter, each->declaration->name.span))
            base_report(linter->diagnostics, BASE_DIAG_UNUSED_QUERY, each->declaration->name.span,
                        "nothing asks the query `%s`", each->name);
    for (uint32_t i = 0; i < model->task_count; i++) {
        check_parameters(linter, model->tasks[i]->parameters, model->tasks[i]->name.text);
        check_variables(linter, model->tasks[i]->preconditions);
        for (const htnc_method *method = model->tasks[i]->methods; method; method = method->next)
            check_variables(linter, method->conditions);
    }
}
