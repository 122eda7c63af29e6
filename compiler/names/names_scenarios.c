/*
 * Names in scenarios. A scenario that names something that no longer exists is found when its file is compiled. Scenarios do not
 * reach the blob, and a task, property or query that only scenarios mention stays unused.
 */
#include "compiler/names/names_scenarios.h"

#include "compiler/names/names_agents.h"
#include "compiler/names/names_backgrounds.h"
#include "compiler/names/names_expressions.h"
#include "compiler/names/names_splits.h"
#include "compiler/names/names_table.h"
#include "compiler/names/names_tasks.h"

/* Only primitive tasks are steps of a plan. */
static void require_primitive(htnc_resolver *resolver, const htnc_subtask *subtask)
{
    if (!subtask->task || subtask->task->kind == HTNC_PRIMITIVE)
        return;
    base_diagnostic *report =
        base_report(resolver->diagnostics, BASE_DIAG_WRONG_KIND, subtask->name.span,
                    "`%s` is a compound task: a plan's steps are primitive tasks", subtask->name.text);
    base_report_note(resolver->diagnostics, report, subtask->task->name.span, "declared here");
}

static void resolve_plan(htnc_resolver *resolver, htnc_subtask *list, const htnc_scope *scope)
{
    for (htnc_subtask *each = list; each; each = each->next) {
        if (each->kind == HTNC_SUBTASK_TASK)
            htnc_resolve_call(resolver, each, scope);
        require_primitive(resolver, each);
        resolve_plan(resolver, each->members, scope);
    }
}

/* A running task may be named without its arguments: `Run [Herd succeeds]`. */
static void resolve_task_name(htnc_resolver *resolver, htnc_subtask *subtask)
{
    const htnc_symbol *symbol = htnc_symbol_require(resolver, HTNC_IN_TASKS, &subtask->name, NULL);
    subtask->task = symbol ? symbol->to.task : NULL;
}

static void resolve_named(htnc_resolver *resolver, htnc_subtask *subtask, bool called, const htnc_scope *scope)
{
    if (called)
        htnc_resolve_call(resolver, subtask, scope);
    else
        resolve_task_name(resolver, subtask);
}

static void resolve_running(htnc_resolver *resolver, htnc_subtask *subtask, bool called, const htnc_scope *scope)
{
    resolve_named(resolver, subtask, called, scope);
    require_primitive(resolver, subtask);
}

const htnc_root *htnc_resolve_layer(htnc_resolver *resolver, const htnc_name *layer)
{
    const htnc_symbol *symbol = htnc_symbol_require(resolver, HTNC_IN_TASKS, layer, NULL);
    const htnc_root *root = symbol ? resolver->model->roots : NULL;
    while (root && root->task != symbol->to.task)
        root = root->next;
    if (symbol && !root)
        base_report(resolver->diagnostics, BASE_DIAG_WRONG_KIND, layer->span,
                    "`%s` is not a root, so it is not a layer; `Root [%s]` makes it one", layer->text, layer->text);
    return root;
}

static const htnc_scope *resolve_clause(htnc_resolver *resolver, htnc_clause *clause, const htnc_scope *scope)
{
    scope = htnc_scope_push_all(resolver, scope, clause->instances);
    htnc_resolve_effects(resolver, clause->changes, scope, HTNC_EFFECT_SCENARIO);
    for (htnc_run_item *run = clause->runs; run; run = run->next)
        resolve_running(resolver, run->task, run->called, scope);
    htnc_report_lets(resolver, clause->expressions, "an expectation");
    htnc_resolve_conditions(resolver, clause->expressions, scope);
    if (clause->kind == HTNC_EXPECT_PLAN)
        resolve_plan(resolver, clause->plan, scope);
    else
        for (htnc_subtask *each = clause->plan; each; each = each->next)
            if (clause->kind == HTNC_EXPECT_ORDERS) /* any task can be ordered */
                resolve_named(resolver, each, each->arguments != NULL, scope);
            else if (each->kind == HTNC_SUBTASK_TASK)
                resolve_running(resolver, each, each->arguments != NULL, scope);
    for (htnc_subtask *each = clause->given; each; each = each->next)
        htnc_resolve_call(resolver, each, scope);
    htnc_check_expected_splits(resolver, clause);
    htnc_check_expected_backgrounds(resolver, clause);
    if (clause->layer.text)
        htnc_resolve_layer(resolver, &clause->layer);
    return scope;
}

void htnc_resolve_scenarios(htnc_resolver *resolver)
{
    resolver->in_scenario = true;
    for (htnc_file *file = resolver->model->files; file; file = file->next)
        for (htnc_scenario *scenario = file->scenarios; scenario; scenario = scenario->next) {
            const htnc_scope *scope = NULL;
            htnc_resolve_agents(resolver, scenario);
            for (htnc_clause *clause = scenario->clauses; clause; clause = clause->next)
                scope = resolve_clause(resolver, clause, scope);
        }
    resolver->in_scenario = false;
}
