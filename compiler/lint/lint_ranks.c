/*
 * Clauses without effect: empty ones, and ranks: `Utility` or `Weight` in a task that does not select by it, and keys of `Prefer` that do not use the variables
 * of the conditions, so they are the same for every binding.
 */
#include "compiler/lint/lint_ranks.h"

static bool mentions(const htnc_expr *expr, const htnc_variable *variable);

static bool any_mentions(const htnc_expr *list, const htnc_variable *variable)
{
    for (; list; list = list->next)
        if (mentions(list, variable))
            return true;
    return false;
}

static bool mentions(const htnc_expr *expr, const htnc_variable *variable)
{
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_VARIABLE)
        return expr->to.variable == variable || (expr->to.variable->let && mentions(expr->to.variable->let, variable));
    return any_mentions(expr->operands, variable) || (expr->where && mentions(expr->where, variable)) ||
           (expr->body && mentions(expr->body, variable));
}

/* Whether the key can differ between two bindings of the conditions. */
static bool depends_on_choice(const htnc_method *method, const htnc_expr *key)
{
    for (const htnc_expr *item = method->conditions; item; item = item->next)
        if (item->kind == HTNC_EXPR_ANY && mentions(key, item->variables))
            return true;
    return false;
}

static void check_keys(htnc_linter *linter, const htnc_method *method)
{
    for (const htnc_prefer_key *key = method->prefer; key; key = key->next)
        if (!depends_on_choice(method, key->value))
            base_report(linter->diagnostics, BASE_DIAG_NO_EFFECT, key->span,
                        "this prefers nothing: it is the same for every solution of %s",
                        method->task->is_each ? "the list" : "the method's conditions");
}

static void check_rank(htnc_linter *linter, const htnc_expr *rank, const char *part, const htnc_task *task,
                       htnc_select by, const char *selection)
{
    if (!rank || task->select == by)
        return;
    base_diagnostic *report = base_report(linter->diagnostics, BASE_DIAG_NO_EFFECT, rank->span,
                                          "`%s` has no effect here: `%s` does not select by it", part, task->name.text);
    base_report_note(linter->diagnostics, report, task->select_span.end > 0 ? task->select_span : task->name.span,
                     "`Select [%s]` would use it", selection);
}

/* `Select [highest]` without any Utility selects in the order written. */
static void check_selection(htnc_linter *linter, const htnc_task *task)
{
    for (const htnc_method *method = task->methods; method; method = method->next)
        if (method->utility)
            return;
    if (task->select == HTNC_SELECT_HIGHEST)
        base_report(linter->diagnostics, BASE_DIAG_NO_EFFECT, task->select_span,
                    "this ranks nothing: none of the methods has a `Utility`");
}

static void check_cooldown(htnc_linter *linter, const htnc_expr *time)
{
    if (time && time->kind == HTNC_EXPR_INTEGER && time->value == 0)
        base_report(linter->diagnostics, BASE_DIAG_NO_EFFECT, time->span,
                    "a `Cooldown` of no time has no effect: leave it out");
}

/* Groups without members, but for Parallel and AnyOrder, which have warnings of their own. */
static void check_groups(htnc_linter *linter, const htnc_subtask *subtask)
{
    for (; subtask; subtask = subtask->next) {
        const char *word = subtask->kind == HTNC_SUBTASK_BACKGROUND ? "Background"
                           : subtask->kind == HTNC_SUBTASK_OPTIONAL ? "Optional"
                                                                    : NULL;
        if (word && !subtask->members)
            base_report(linter->diagnostics, BASE_DIAG_NO_EFFECT, subtask->span, "`%s []` does nothing: leave it out",
                        word);
        check_groups(linter, subtask->members);
    }
}

void htnc_check_ranks(htnc_linter *linter)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        check_selection(linter, task);
        for (const htnc_method *method = task->methods; method; method = method->next) {
            check_rank(linter, method->utility, "Utility", task, HTNC_SELECT_HIGHEST, "highest");
            check_rank(linter, method->weight, "Weight", task, HTNC_SELECT_RANDOM, "random");
            check_keys(linter, method);
            check_cooldown(linter, method->cooldown);
            check_groups(linter, method->subtasks);
        }
    }
}
