/*
 * A `Background` is a member of a `Parallel`, and ends with the other members. So it must be one, and there must be others.
 */
#include "compiler/names/names_backgrounds.h"

/* Whether the group has members, and all of them are Backgrounds. */
static bool has_only_backgrounds(const htnc_subtask *group)
{
    for (const htnc_subtask *each = group->members; each; each = each->next)
        if (each->kind != HTNC_SUBTASK_BACKGROUND)
            return false;
    return group->members != NULL;
}

/* `in_group`: the list is that of a Parallel. */
static void check_list(htnc_resolver *resolver, const htnc_subtask *list, bool in_group, bool is_plan)
{
    for (const htnc_subtask *each = list; each; each = each->next) {
        if (each->kind == HTNC_SUBTASK_BACKGROUND && !in_group)
            base_report(resolver->diagnostics, BASE_DIAG_BACKGROUND_PLACE, each->span,
                        "a `Background` must be a member of a `Parallel`: it ends when the other members are done");
        if (each->kind == HTNC_SUBTASK_PARALLEL && !is_plan && has_only_backgrounds(each))
            base_report(resolver->diagnostics, BASE_DIAG_BACKGROUND_PLACE, each->span,
                        "all members of this `Parallel` are `Background`s, so nothing ends it");
        check_list(resolver, each->members, each->kind == HTNC_SUBTASK_PARALLEL, is_plan);
    }
}

void htnc_resolve_backgrounds(htnc_resolver *resolver)
{
    for (uint32_t i = 0; i < resolver->model->task_count; i++)
        for (const htnc_method *method = resolver->model->tasks[i]->methods; method; method = method->next)
            check_list(resolver, method->subtasks, false, false);
}

void htnc_check_expected_backgrounds(htnc_resolver *resolver, const htnc_clause *clause)
{
    check_list(resolver, clause->plan, false, true);
}
