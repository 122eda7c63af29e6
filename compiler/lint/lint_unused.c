/*
 * Declarations that nothing uses. Of tasks that only unused tasks call, the outermost one is reported.
 */
#include "compiler/lint/lint_unused.h"

static bool is_in_main_file(const htnc_linter *linter, base_span span)
{
    const base_source *source = linter->model->main->source;
    return span.begin >= source->base && span.begin <= source->base + source->length;
}

/* Reports an unused declaration of the main file; `message` has one %s, for its name. */
static void report_unused(htnc_linter *linter, base_diagnostic_id id, const htnc_name *name, const char *message)
{
    if (is_in_main_file(linter, name->span))
        base_report(linter->diagnostics, id, name->span, message, name->text);
}

void htnc_check_unused_tasks(htnc_linter *linter)
{
    const htnc_model *model = linter->model;
    bool *explained =
        base_alloc_array(linter->arena, (size_t)model->task_count + 1,
                         sizeof *explained); /* by component: a task of another component uses it, or it was reported */
    for (uint32_t i = 0; i < model->task_count; i++)
        for (const htnc_method *method = model->tasks[i]->methods; method; method = method->next)
            for (const htnc_subtask *each = method->leaves; each; each = each->next_leaf) {
                for (const htnc_subtask *used = each->actions; used; used = used->next)
                    explained[used->task->component] = true;
                if (each->task && each->task->component != model->tasks[i]->component)
                    explained[each->task->component] = true;
            }
    for (uint32_t i = 0; i < model->task_count; i++) {
        const htnc_task *task = model->tasks[i];
        if (task->used || explained[task->component] || !is_in_main_file(linter, task->name.span))
            continue;
        explained[task->component] = true;
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

/* Reports the properties for which `read` and `written` are as given. Facts give a property that is read its values. */
static void report_properties(htnc_linter *linter, base_diagnostic_id id, bool read, bool written, const char *message)
{
    for (const htnc_property *each = linter->model->properties; each; each = each->next)
        if (each->read == read && each->written == written && !(read && each->facts))
            report_unused(linter, id, &each->declaration->name, message);
}

void htnc_check_unused_properties(htnc_linter *linter)
{
    report_properties(linter, BASE_DIAG_UNUSED_PROPERTY, false, false, "nothing in the domain reads or writes `%s`");
}

void htnc_check_never_read(htnc_linter *linter)
{
    report_properties(linter, BASE_DIAG_NEVER_READ, false, true,
                      "effects write `%s`, but nothing in the domain reads it");
}

void htnc_check_never_written(htnc_linter *linter)
{
    report_properties(linter, BASE_DIAG_NEVER_WRITTEN, true, false, "`%s` is read, but no effect writes it");
}

/* Variables of `any` in lists that bind them. An Each may only count its items. Elsewhere `any` only asks whether there is an instance. */
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

/* Of `let`, in any list. */
static void check_lets(htnc_linter *linter, const htnc_expr *items)
{
    for (; items; items = items->next)
        if (items->kind == HTNC_EXPR_LET && !items->variables->used)
            base_report(linter->diagnostics, BASE_DIAG_UNUSED_VARIABLE, items->variables->name.span,
                        "nothing uses `%s`", items->variables->name.text);
}

static void check_parts(htnc_linter *linter, const void *owner, const htnc_part *parts, size_t count)
{
    for (const htnc_part *part = parts; part < parts + count; part++)
        check_lets(linter, htnc_part_items(owner, part));
}

void htnc_check_unused_constants(htnc_linter *linter)
{
    for (const htnc_constant *each = linter->model->constants; each; each = each->next)
        if (!each->used)
            report_unused(linter, BASE_DIAG_UNUSED_CONSTANT, &each->declaration->name,
                          "nothing uses the constant `%s`");
}

void htnc_check_unused_conditions(htnc_linter *linter)
{
    for (const htnc_condition *each = linter->model->conditions; each; each = each->next)
        if (!each->used)
            report_unused(linter, BASE_DIAG_UNUSED_CONDITION, &each->declaration->name,
                          each->declaration->value ? "nothing uses the value `%s`" : "nothing uses the condition `%s`");
}

void htnc_check_unused_queries(htnc_linter *linter)
{
    for (const htnc_query *each = linter->model->queries; each; each = each->next)
        if (!each->used)
            report_unused(linter, BASE_DIAG_UNUSED_QUERY, &each->declaration->name, "nothing asks the query `%s`");
}

void htnc_check_unused_parameters(htnc_linter *linter)
{
    const htnc_model *model = linter->model;
    for (const htnc_condition *each = model->conditions; each; each = each->next)
        check_parameters(linter, each->declaration->parameters, each->name);
    for (uint32_t i = 0; i < model->task_count; i++)
        check_parameters(linter, model->tasks[i]->parameters, model->tasks[i]->name.text);
}

void htnc_check_unused_variables(htnc_linter *linter)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        check_variables(linter, task->preconditions);
        check_parts(linter, task, htnc_task_parts, HTNC_TASK_PARTS);
        for (const htnc_method *method = task->methods; method; method = method->next) {
            if (!task->is_each)
                check_variables(linter, method->conditions);
            check_parts(linter, method, htnc_method_parts, HTNC_METHOD_PARTS);
        }
    }
    for (const htnc_condition *each = linter->model->conditions; each; each = each->next)
        check_lets(linter, each->declaration->items);
}
