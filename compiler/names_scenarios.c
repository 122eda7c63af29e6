/*
 * Resolves the names in scenarios, so that a test that names what is gone is found when its file is
 * compiled. Scenarios never reach the blob, and tasks, properties and queries that only they mention stay unused.
 */
#include "names.h"

static void resolve_plan(htnc_resolver *resolver, htnc_subtask *list, const htnc_scope *scope)
{
    for (htnc_subtask *each = list; each; each = each->next) {
        if (each->kind == HTNC_SUBTASK_TASK)
            htnc_resolve_call(resolver, each, scope);
        resolve_plan(resolver, each->members, scope);
    }
}

/* A running task may be named without its arguments: `Run [Herd succeeds]`. */
static void resolve_task_name(htnc_resolver *resolver, htnc_subtask *subtask)
{
    const htnc_symbol *symbol = htnc_symbol_require(resolver, HTNC_IN_TASKS, &subtask->name, NULL);
    subtask->task = symbol ? symbol->to.task : NULL;
}

static const htnc_scope *resolve_clause(htnc_resolver *resolver, htnc_clause *clause, const htnc_scope *scope)
{
    scope = htnc_scope_push_all(resolver, scope, clause->instances);
    htnc_resolve_effects(resolver, clause->changes, scope, HTNC_EFFECT_SCENARIO);
    for (htnc_run_item *run = clause->runs; run; run = run->next) {
        if (run->called)
            htnc_resolve_call(resolver, run->task, scope);
        else
            resolve_task_name(resolver, run->task);
    }
    htnc_resolve_conditions(resolver, clause->expressions, scope);
    if (clause->kind == HTNC_EXPECT_PLAN)
        resolve_plan(resolver, clause->plan, scope);
    else
        for (htnc_subtask *each = clause->plan; each; each = each->next)
            if (each->kind == HTNC_SUBTASK_TASK && each->arguments)
                htnc_resolve_call(resolver, each, scope);
            else if (each->kind == HTNC_SUBTASK_TASK)
                resolve_task_name(resolver, each);
    htnc_check_expected_splits(resolver, clause);
    if (clause->layer.text)
        htnc_symbol_require(resolver, HTNC_IN_TASKS, &clause->layer, NULL);
    return scope;
}

void htnc_resolve_scenarios(htnc_resolver *resolver)
{
    resolver->in_scenario = true;
    for (htnc_file *file = resolver->model->files; file; file = file->next)
        for (htnc_scenario *scenario = file->scenarios; scenario; scenario = scenario->next) {
            const htnc_scope *scope = NULL;
            for (htnc_clause *clause = scenario->clauses; clause; clause = clause->next)
                scope = resolve_clause(resolver, clause, scope);
        }
    resolver->in_scenario = false;
}
