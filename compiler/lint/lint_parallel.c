/*
 * Parallel groups with fewer than two members, and members that write what another member reads or writes. A member is planned as if
 * it ran alone, so what it relies on may have changed when it runs. lint_accesses.h says which cells are the same.
 */
#include "compiler/lint/lint_parallel.h"

#include "compiler/lint/lint_accesses.h"

/* --- Conflicts ------------------------------------------------------------------------------------ */

static void report_conflict(htnc_linter *linter, const htnc_subtask *const members[2], const htnc_access *const uses[2])
{
    const char *property = uses[0]->property->name;
    uint32_t writer = uses[0]->writes ? 0 : 1, other = 1 - writer;
    const char *first = htnc_subtask_phrase(linter, members[writer], NULL);
    const char *second = htnc_subtask_phrase(linter, members[other], members[writer]);
    base_diagnostic *report =
        uses[other]->writes
            ? base_report(linter->diagnostics, BASE_DIAG_PARALLEL_CONFLICT, members[1]->span,
                          "%s and %s run at the same time, and both write `%s`", first, second, property)
            : base_report(linter->diagnostics, BASE_DIAG_PARALLEL_CONFLICT, members[1]->span,
                          "%s writes `%s`, and %s, which runs at the same time, reads it", first, property, second);
    base_report_note(linter->diagnostics, report, uses[writer]->cell->span, "it is written here");
    if (uses[other]->cell->span.begin != uses[writer]->cell->span.begin)
        base_report_note(linter->diagnostics, report, uses[other]->cell->span,
                         uses[other]->writes ? "and here" : "it is read here");
}

/* Reports once per property: `reported` by its index. Properties that both members write come first: that message is simpler. */
static void compare_members(htnc_linter *linter, const htnc_subtask *const members[2],
                            const htnc_accesses *const uses[2], bool both_write, bool *reported)
{
    for (uint32_t a = 0; a < uses[0]->count; a++)
        for (uint32_t b = 0; b < uses[1]->count; b++) {
            const htnc_access *const meeting[2] = {&uses[0]->list[a], &uses[1]->list[b]};
            bool *known = &reported[meeting[0]->property->index];
            if (*known || !(meeting[0]->writes || meeting[1]->writes) ||
                !htnc_may_be_same_cell(meeting[0], meeting[1]) ||
                (both_write && !(meeting[0]->writes && meeting[1]->writes)))
                continue;
            report_conflict(linter, members, meeting);
            *known = true;
        }
}

/* --- Groups --------------------------------------------------------------------------------------- */

static uint32_t count_members(const htnc_subtask *group)
{
    uint32_t count = 0;
    for (const htnc_subtask *each = group->members; each; each = each->next)
        count++;
    return count;
}

static void check_members(htnc_linter *linter, const htnc_method *method, const htnc_subtask *group)
{
    htnc_accesses *uses = base_alloc_array(linter->arena, (size_t)count_members(group) + 1, sizeof *uses);
    bool *reported =
        base_alloc_array(linter->arena, (size_t)linter->model->property_count + 1, sizeof *reported); /* by index */
    uint32_t i = 0, k;
    for (const htnc_subtask *each = group->members; each; each = each->next, i++) {
        uses[i] = htnc_accesses_of(linter, method, each, false);
        memset(reported, 0, linter->model->property_count * sizeof *reported);
        k = 0;
        for (const htnc_subtask *before = group->members; before != each; before = before->next, k++) {
            const htnc_subtask *const members[2] = {before, each};
            const htnc_accesses *const both[2] = {&uses[k], &uses[i]};
            if (uses[k].gave_up || uses[i].gave_up)
                continue;
            compare_members(linter, members, both, true, reported);
            compare_members(linter, members, both, false, reported);
        }
    }
}

typedef void visit_group(htnc_linter *linter, const htnc_method *method, const htnc_subtask *group);

static void for_each_group_of(htnc_linter *linter, const htnc_method *method, const htnc_subtask *list,
                              visit_group *visit)
{
    for (; list; list = list->next) {
        if (list->kind == HTNC_SUBTASK_PARALLEL)
            visit(linter, method, list);
        for_each_group_of(linter, method, list->members, visit);
    }
}

static void for_each_group(htnc_linter *linter, visit_group *visit)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        for (const htnc_method *method = task->methods; task->used && method; method = method->next)
            for_each_group_of(linter, method, method->subtasks, visit);
    }
}

static void check_size(htnc_linter *linter, const htnc_method *method, const htnc_subtask *group)
{
    uint32_t count = count_members(group);
    (void)method;
    if (count < 2)
        base_report(linter->diagnostics, BASE_DIAG_PARALLEL_ALONE, group->span,
                    count == 0 ? "a group without members does nothing"
                               : "a group of one member is that member: nothing runs at the same time");
}

void htnc_check_group_sizes(htnc_linter *linter)
{
    for_each_group(linter, check_size);
}

void htnc_check_conflicts(htnc_linter *linter)
{
    for_each_group(linter, check_members);
}
