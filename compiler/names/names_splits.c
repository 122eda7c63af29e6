/*
 * Where a plan may end before its tasks are complete: at a `Split`, or at the horizon, after a step that has a Duration. Finds the tasks
 * that lead there. Reports a `Split` in a group, in the middle of an expected plan, or below a root that takes the cheapest plan. Runs
 * after the call graph (names_graph.c).
 */
#include "compiler/names/names_splits.h"

#include "compiler/names/names_graph.h"

/* --- Which tasks may be left before they are done --------------------------------------------------- */

static bool has_split(const htnc_subtask *list)
{
    for (; list; list = list->next)
        if (list->kind == HTNC_SUBTASK_SPLIT || has_split(list->members))
            return true;
    return false;
}

static bool task_has_split(const htnc_task *task)
{
    for (const htnc_method *method = task->methods; method; method = method->next)
        if (has_split(method->subtasks))
            return true;
    return false;
}

static void find_leaving(htnc_resolver *resolver)
{
    const htnc_model *model = resolver->model;
    bool *splits = base_alloc_array(resolver->arena, (size_t)model->task_count + 1, sizeof *splits);
    bool *leaves = base_alloc_array(resolver->arena, (size_t)model->task_count + 1, sizeof *leaves);
    for (uint32_t i = 0; i < model->task_count; i++) {
        splits[i] = task_has_split(model->tasks[i]);
        leaves[i] = splits[i] || model->tasks[i]->duration;
    }
    htnc_spread_to_callers(resolver, splits);
    htnc_spread_to_callers(resolver, leaves);
    for (uint32_t i = 0; i < model->task_count; i++) {
        model->tasks[i]->splits = splits[i];
        model->tasks[i]->may_be_left = leaves[i];
    }
}

/* --- Where none may be ------------------------------------------------------------------------------ */

static const htnc_subtask *own_split(const htnc_subtask *list)
{
    for (; list; list = list->next) {
        const htnc_subtask *inner = list->kind == HTNC_SUBTASK_SPLIT ? list : own_split(list->members);
        if (inner)
            return inner;
    }
    return NULL;
}

/* A `Split` that `task` can reach. NULL: none. */
static const htnc_subtask *split_below(htnc_resolver *resolver, const htnc_task *task)
{
    uint32_t count = resolver->model->task_count, waiting_count = 0;
    bool *seen = base_alloc_array(resolver->arena, (size_t)count + 1, sizeof *seen);
    const htnc_task **waiting = base_alloc_array(resolver->arena, (size_t)count + 1, sizeof *waiting);
    waiting[waiting_count++] = task;
    seen[task->index] = true;
    for (uint32_t next = 0; next < waiting_count; next++)
        for (const htnc_method *method = waiting[next]->methods; method; method = method->next) {
            const htnc_subtask *found = own_split(method->subtasks);
            if (found)
                return found;
            for (const htnc_subtask *each = method->subtasks; each; each = each->next)
                if (each->task && each->task->splits && !seen[each->task->index]) {
                    seen[each->task->index] = true;
                    waiting[waiting_count++] = each->task;
                }
        }
    return NULL;
}

void htnc_note_split(htnc_resolver *resolver, base_diagnostic *report, const htnc_task *task)
{
    const htnc_subtask *found = split_below(resolver, task);
    if (found)
        base_report_note(resolver->diagnostics, report, found->span, "the `Split` is here");
}

/* `list`: of a Parallel, or of what lies in one. */
static void check_members(htnc_resolver *resolver, const htnc_subtask *list)
{
    for (; list; list = list->next) {
        if (list->kind == HTNC_SUBTASK_SPLIT || list->kind == HTNC_SUBTASK_HORIZON)
            base_report(resolver->diagnostics, BASE_DIAG_SPLIT_PLACE, list->span,
                        "a `%s` cannot stand in a `Parallel`: a plan cannot end while other members run",
                        list->kind == HTNC_SUBTASK_SPLIT ? "Split" : "Horizon");
        else if (list->task && list->task->splits) {
            const char *name = base_format(resolver->arena, "`%s`", list->name.text);
            htnc_note_split(resolver,
                            base_report(resolver->diagnostics, BASE_DIAG_SPLIT_PLACE, list->span,
                                        "%s leads to a `Split`, so it cannot be a member of a `Parallel`",
                                        list->each ? "this `Each`" : name),
                            list->task);
        }
        check_members(resolver, list->members);
    }
}

static void refuse_in_cheapest(htnc_resolver *resolver, const htnc_task *task, const htnc_subtask *split)
{
    base_diagnostic *report =
        base_report(resolver->diagnostics, BASE_DIAG_SPLIT_PLACE, split->span,
                    "a `Split` cannot be in the cheapest plan: the tasks after it would have no cost yet");
    base_report_note(resolver->diagnostics, report, task->weighed,
                     "this root takes the cheapest plan, and it reaches `%s`", htnc_task_name(task));
}

static void check_list(htnc_resolver *resolver, const htnc_task *task, const htnc_subtask *list)
{
    for (; list; list = list->next) {
        if (list->kind == HTNC_SUBTASK_OPTIONAL || list->kind == HTNC_SUBTASK_ANY_ORDER)
            check_list(resolver, task, list->members);
        else
            check_members(resolver, list->members);
        if (list->kind == HTNC_SUBTASK_SPLIT && task->weighed.end != 0)
            refuse_in_cheapest(resolver, task, list);
    }
}

void htnc_resolve_splits(htnc_resolver *resolver)
{
    find_leaving(resolver);
    for (uint32_t i = 0; i < resolver->model->task_count; i++) {
        const htnc_task *task = resolver->model->tasks[i];
        for (const htnc_method *method = task->methods; method; method = method->next)
            check_list(resolver, task, method->subtasks);
    }
}

/* --- Scenarios -------------------------------------------------------------------------------------- */

void htnc_check_expected_splits(htnc_resolver *resolver, const htnc_clause *clause)
{
    for (const htnc_subtask *each = clause->plan; each; each = each->next) {
        if (each->kind == HTNC_SUBTASK_SPLIT && each->next)
            base_report(resolver->diagnostics, BASE_DIAG_SPLIT_PLACE, each->span,
                        "a plan ends at its `Split`; nothing is expected after it");
        if (each->kind == HTNC_SUBTASK_HORIZON && each->next)
            base_report(resolver->diagnostics, BASE_DIAG_SPLIT_PLACE, each->span,
                        "a plan ends at its `Horizon`; nothing is expected after it");
        check_members(resolver, each->members);
    }
}
