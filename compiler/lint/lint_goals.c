/*
 * Goals that an `Achieve` cannot change: none of its actions writes a property that the goal reads, so the goal holds from the start or
 * never. Usually a task is missing in `Using`, or an effect in a task.
 */
#include "compiler/lint/lint_goals.h"

#include "compiler/lint/lint_reads.h"
#include "compiler/lint/lint_values.h"

static void check_item(htnc_linter *linter, htnc_reads *reads, const htnc_subtask *achieve, const htnc_expr *item)
{
    htnc_reads_clear(reads);
    htnc_reads_of_expr(reads, item);
    htnc_writes_of_subtask(reads, achieve);
    if (htnc_reads_disjoint(reads))
        base_report(linter->diagnostics, BASE_DIAG_GOAL_UNCHANGED, item->span,
                    "no action of this `Achieve` changes this, so it holds from the start or is never achieved");
}

void htnc_check_goals(htnc_linter *linter)
{
    htnc_reads reads;
    htnc_reads_init(&reads, linter);
    for (uint32_t i = 0; i < linter->model->task_count; i++)
        for (const htnc_method *method = linter->model->tasks[i]->methods; method; method = method->next)
            for (const htnc_subtask *each = method->leaves; each; each = each->next_leaf)
                for (const htnc_expr *item = each->goal; item; item = item->next)
                    if (!item->is_constant && !htnc_item_always_holds(linter, item))
                        check_item(linter, &reads, each, item);
}
