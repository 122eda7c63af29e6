/*
 * Plans that are over as soon as they are found. If they are empty, other methods would have been better; if their tasks change nothing,
 * the agent finds the same plan again in every tick.
 */
#include "compiler/lint/lint_idle.h"

#include "compiler/lint/lint_reads.h"

/* What decides whether a method is taken: all its conditions, and how it is ranked. */
static void read_choice(htnc_reads *reads, const htnc_method *method)
{
    for (const htnc_part *part = htnc_method_parts; part < htnc_method_parts + HTNC_METHOD_PARTS; part++)
        htnc_reads_of_exprs(reads, htnc_part_items(method, part));
    htnc_reads_of_exprs(reads, method->utility);
    htnc_reads_of_exprs(reads, method->weight);
}

/* Whether a goal reads properties, and the choice of the method none of them. */
static bool is_ignored(const htnc_linter *linter, const htnc_reads *goal, const htnc_reads *choice)
{
    bool reads = false;
    for (uint32_t i = 0; i < linter->model->property_count; i++) {
        if (goal->read[i] != goal->round)
            continue;
        reads = true;
        if (choice->read[i] == choice->round)
            return false;
    }
    return reads && !goal->gave_up && !choice->gave_up;
}

/* Whether another method is tried if this one is not taken. */
static bool has_others(const htnc_task *task, const htnc_method *method)
{
    return task->select == HTNC_SELECT_FIRST ? method->next != NULL : task->methods->next != NULL;
}

void htnc_check_held_goals(htnc_linter *linter)
{
    htnc_reads goal, choice;
    htnc_reads_init(&goal, linter);
    htnc_reads_init(&choice, linter);
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        for (const htnc_method *method = task->methods; method; method = method->next) {
            const htnc_subtask *only = method->subtasks;
            if (!only || only->next || only->kind != HTNC_SUBTASK_ACHIEVE || method->is_else ||
                !has_others(task, method))
                continue;
            htnc_reads_clear(&goal);
            htnc_reads_clear(&choice);
            htnc_reads_of_exprs(&goal, only->goal);
            read_choice(&choice, method);
            if (is_ignored(linter, &goal, &choice))
                base_report(linter->diagnostics, BASE_DIAG_GOAL_HOLDS, only->span,
                            "where this goal holds already, the method is taken with an empty plan, and no other one "
                            "is tried; a condition can ask for that");
        }
    }
}

static bool has_effects(const htnc_task *task)
{
    return task->effects || task->expected;
}

/* Whether a plan that writes this is found again behind it: nothing that is planned from the root on depends on it. */
static bool decides_nothing(htnc_reads *reads, const htnc_task *root, const htnc_method *method)
{
    htnc_reads_clear(reads);
    htnc_reads_of_task(reads, root);
    for (const htnc_subtask *each = method->leaves; each; each = each->next_leaf)
        htnc_writes_of_task(reads, each->task);
    return htnc_reads_disjoint(reads);
}

static void check_idle(htnc_linter *linter, htnc_reads *reads, const htnc_task *root, const htnc_method *method)
{
    const htnc_subtask *first = method->leaves, *writer = NULL;
    for (const htnc_subtask *each = first; each; each = each->next_leaf) {
        if (each->kind != HTNC_SUBTASK_TASK || !each->task || each->task->kind != HTNC_PRIMITIVE ||
            each->task->has_operator)
            return;
        if (!writer && has_effects(each->task))
            writer = each;
    }
    if (!first || method->cooldown || (writer && !decides_nothing(reads, root, method)))
        return;
    if (writer)
        base_report(linter->diagnostics, BASE_DIAG_OVER_AT_ONCE, writer->span,
                    "`%s` has no operator, and no plan depends on what its effects write, so this plan is over at "
                    "once, and is found again in every tick",
                    writer->task->name.text);
    else
        base_report(linter->diagnostics, BASE_DIAG_OVER_AT_ONCE, first->span,
                    "`%s` has neither an operator nor effects, so this plan is over at once, and is found again in "
                    "every tick; with `Subtasks []` the agent waits",
                    first->task->name.text);
}

void htnc_check_idle_plans(htnc_linter *linter)
{
    htnc_reads reads;
    htnc_reads_init(&reads, linter);
    for (const htnc_root *root = linter->model->roots; root; root = root->next)
        for (const htnc_method *method = root->task->methods; method; method = method->next)
            check_idle(linter, &reads, root->task, method);
}
