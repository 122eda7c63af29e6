/*
 * An `AnyOrder` without a choice of order, and an `Optional` that costs something although all roots take the cheapest plan: it is
 * left out wherever no later task needs what it does.
 */
#include "compiler/lint/lint_choices.h"

typedef void visit_choice(htnc_linter *linter, const htnc_task *task, const htnc_subtask *item);

static void visit_list(htnc_linter *linter, const htnc_task *task, const htnc_subtask *list, visit_choice *visit)
{
    for (; list; list = list->next) {
        visit(linter, task, list);
        visit_list(linter, task, list->members, visit);
    }
}

static void visit_all(htnc_linter *linter, visit_choice *visit)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        for (const htnc_method *method = task->methods; task->used && method; method = method->next)
            visit_list(linter, task, method->subtasks, visit);
    }
}

static void check_order(htnc_linter *linter, const htnc_task *task, const htnc_subtask *item)
{
    (void)task;
    if (item->kind == HTNC_SUBTASK_ANY_ORDER && (!item->members || !item->members->next))
        base_report(linter->diagnostics, BASE_DIAG_ORDER_ALONE, item->keyword,
                    item->members ? "one member has only one order: write it without `AnyOrder`"
                                  : "an `AnyOrder` without members does nothing");
}

/* Whether the list certainly has a step that costs something. */
static bool costs_something(const htnc_subtask *list)
{
    for (; list; list = list->next) {
        const htnc_task *task = list->kind == HTNC_SUBTASK_TASK ? list->task : NULL;
        if (task && task->kind == HTNC_PRIMITIVE &&
            (!task->cost || (task->cost->is_constant && task->cost->folded > 0)))
            return true;
        if (list->kind != HTNC_SUBTASK_OPTIONAL && costs_something(list->members))
            return true;
    }
    return false;
}

static bool all_take_the_cheapest(const htnc_model *model)
{
    for (const htnc_root *root = model->roots; root; root = root->next)
        if (!root->cheapest)
            return false;
    return true;
}

static void check_optional(htnc_linter *linter, const htnc_task *task, const htnc_subtask *item)
{
    if (item->kind != HTNC_SUBTASK_OPTIONAL || task->weighed.end == 0 || !costs_something(item->members))
        return;
    base_diagnostic *report =
        base_report(linter->diagnostics, BASE_DIAG_ALWAYS_CHEAPEST, item->keyword,
                    "to leave this out is always cheaper, so it is done only where a later task needs it");
    base_report_note(linter->diagnostics, report, task->weighed, "this root takes the cheapest plan");
}

void htnc_check_orders(htnc_linter *linter)
{
    visit_all(linter, check_order);
}

void htnc_check_optionals(htnc_linter *linter)
{
    if (all_take_the_cheapest(linter->model))
        visit_all(linter, check_optional);
}
