/*
 * The list of an Each is found once. If the subtasks of an item change a cell that the list has asked about another item, that item is
 * planned although it would not be in the list any more, or a new one is missing. The item's own cells are meant to change.
 */
#include "compiler/lint/lint_each.h"

#include "compiler/lint/lint_accesses.h"

/* Whether an index that the list reads is a variable of the list, which stands for all items. */
static bool is_of_list(const htnc_method *items, const htnc_index *index)
{
    for (const htnc_expr *item = items->conditions; item; item = item->next)
        if (item->kind == HTNC_EXPR_ANY && index->kind == HTNC_INDEX_SAME && index->variable == item->variables)
            return true;
    return false;
}

static bool mentions(const htnc_access *access, const htnc_variable *variable)
{
    for (uint32_t i = 0; i < access->property->parameter_count; i++)
        if (access->indexes[i].kind == HTNC_INDEX_SAME && access->indexes[i].variable == variable)
            return true;
    return false;
}

/* Whether the cell that the list reads is one item's alone: it has all variables of the list as indexes. */
static bool is_of_one_item(const htnc_method *items, const htnc_access *read)
{
    for (const htnc_expr *item = items->conditions; item; item = item->next)
        if (item->kind == HTNC_EXPR_ANY && !mentions(read, item->variables))
            return false;
    return true;
}

static bool is_same_cell(const htnc_access *read, const htnc_access *write)
{
    for (uint32_t i = 0; i < read->property->parameter_count; i++) {
        const htnc_index *a = &read->indexes[i], *b = &write->indexes[i];
        if (a->kind != b->kind || a->kind == HTNC_INDEX_ANY || (a->kind == HTNC_INDEX_KNOWN && a->value != b->value) ||
            (a->kind == HTNC_INDEX_SAME && a->variable != b->variable))
            return false;
    }
    return true;
}

/* Whether `write` may change what the list has asked about another item. */
static bool is_stale(const htnc_method *items, const htnc_access *read, const htnc_access *write)
{
    if (!write->writes || read->writes || read->property != write->property ||
        (is_of_one_item(items, read) && is_same_cell(read, write)))
        return false;
    for (uint32_t i = 0; i < read->property->parameter_count; i++) {
        const htnc_index *a = &read->indexes[i], *b = &write->indexes[i];
        if (a->kind == HTNC_INDEX_KNOWN && b->kind == HTNC_INDEX_KNOWN && a->value != b->value)
            return false;
        if (!is_of_list(items, a) && a->kind == HTNC_INDEX_SAME && b->kind == HTNC_INDEX_SAME &&
            a->variable != b->variable)
            return false;
    }
    return true;
}

static void report(htnc_linter *linter, const htnc_subtask *item, const htnc_access *read, const htnc_access *write)
{
    base_diagnostic *made =
        base_report(linter->diagnostics, BASE_DIAG_EACH_STALE, item->span,
                    "%s changes `%s`, which the list has asked about other items too; the list stays as it was found",
                    htnc_subtask_phrase(linter, item, NULL), read->property->name);
    base_report_note(linter->diagnostics, made, write->cell->span, "it is changed here");
    base_report_note(linter->diagnostics, made, read->cell->span, "the list asks about it here");
}

/* Compares all that a subtask writes with all that a condition reads. False: something was reported. */
static bool compare(htnc_linter *linter, const htnc_method *items, const htnc_subtask *item,
                    const htnc_accesses *writes, const htnc_expr *condition)
{
    const htnc_expr *where = condition->kind == HTNC_EXPR_ANY ? condition->where : condition;
    const htnc_accesses reads = where ? htnc_reads_of(linter, items, where) : (htnc_accesses){.count = 0};
    for (uint32_t r = 0; r < reads.count && !reads.gave_up; r++)
        for (uint32_t w = 0; w < writes->count; w++)
            if (is_stale(items, &reads.list[r], &writes->list[w])) {
                report(linter, item, &reads.list[r], &writes->list[w]);
                return false;
            }
    return true;
}

void htnc_check_each(htnc_linter *linter)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        bool fresh = task->is_each && task->used;
        for (const htnc_subtask *item = task->methods ? task->methods->subtasks : NULL; item && fresh;
             item = item->next) {
            const htnc_accesses writes = htnc_accesses_of(linter, task->methods, item, true);
            const htnc_expr *condition = task->methods->conditions;
            for (; condition && fresh && !writes.gave_up; condition = condition->next)
                fresh = compare(linter, task->methods, item, &writes, condition);
        }
    }
}
