/*
 * The table of checks, and the driver that runs them. A row names the diagnostic that the check reports; its severity is what
 * diagnostics.def and the -W switches say. A check runs if its diagnostic is switched on, or if another check that runs needs
 * it. Invariant: a row stands after its prerequisites.
 */
#include "compiler/lint/lint.h"

#include "compiler/lint/lint_arguments.h"
#include "compiler/lint/lint_choices.h"
#include "compiler/lint/lint_conditions.h"
#include "compiler/lint/lint_costs.h"
#include "compiler/lint/lint_each.h"
#include "compiler/lint/lint_effects.h"
#include "compiler/lint/lint_goals.h"
#include "compiler/lint/lint_idle.h"
#include "compiler/lint/lint_methods.h"
#include "compiler/lint/lint_none.h"
#include "compiler/lint/lint_parallel.h"
#include "compiler/lint/lint_ranks.h"
#include "compiler/lint/lint_recursion.h"
#include "compiler/lint/lint_running.h"
#include "compiler/lint/lint_scenarios.h"
#include "compiler/lint/lint_splits.h"
#include "compiler/lint/lint_unset.h"
#include "compiler/lint/lint_unused.h"
#include "compiler/lint/task_facts.h"

/* Steps of reasoning for one domain. Ordinary domains take a handful per line; this is less than a second. */
enum { EFFORT = 5000000 };

/* A row of the table. BASE_DIAGNOSTICS: it reports nothing, and only prepares other checks. */
typedef struct check {
    base_diagnostic_id reports;
    htnc_check *function;
    htnc_check *prerequisite; /* NULL: none */
} check;

static const check checks[] = {
    {BASE_DIAGNOSTICS, htnc_find_task_facts, NULL},
    {BASE_DIAG_NEVER_HOLDS, htnc_check_never_holds, NULL},
    {BASE_DIAG_ALWAYS_HOLDS, htnc_check_always_holds, htnc_check_never_holds},
    {BASE_DIAG_UNREACHABLE_METHOD, htnc_check_unreachable_methods, htnc_find_task_facts},
    {BASE_DIAG_MISSING_FALLBACK, htnc_check_fallbacks, htnc_find_task_facts},
    {BASE_DIAG_UNSET_PRECONDITION, htnc_check_unset_preconditions, NULL},
    {BASE_DIAG_DURING_PRECONDITION, htnc_check_durings, NULL},
    {BASE_DIAG_BROKEN_WHILE, htnc_check_whiles, NULL},
    {BASE_DIAG_NONE_COMPARED, htnc_check_none, NULL},
    {BASE_DIAG_STUCK_RECURSION, htnc_check_recursion, htnc_find_task_facts},
    {BASE_DIAG_USELESS_SPLIT, htnc_check_splits, NULL},
    {BASE_DIAG_SATURATES, htnc_check_effect_ranges, NULL},
    {BASE_DIAG_DUPLICATE_EFFECT, htnc_check_lost_effects, NULL},
    {BASE_DIAG_EXPIRES_UNCHANGED, htnc_check_expiries, NULL},
    {BASE_DIAG_PARALLEL_ALONE, htnc_check_group_sizes, NULL},
    {BASE_DIAG_PARALLEL_CONFLICT, htnc_check_conflicts, NULL},
    {BASE_DIAG_LATE_ARGUMENT, htnc_check_arguments, NULL},
    {BASE_DIAG_EACH_STALE, htnc_check_each, NULL},
    {BASE_DIAG_GOAL_UNCHANGED, htnc_check_goals, NULL},
    {BASE_DIAG_GOAL_HOLDS, htnc_check_held_goals, NULL},
    {BASE_DIAG_OVER_AT_ONCE, htnc_check_idle_plans, NULL},
    {BASE_DIAG_SATURATES, htnc_check_negative_numbers, NULL},
    {BASE_DIAG_ALWAYS_CHEAPEST, htnc_check_always_cheapest, htnc_find_task_facts},
    {BASE_DIAG_ALWAYS_CHEAPEST, htnc_check_optionals, NULL},
    {BASE_DIAG_ORDER_ALONE, htnc_check_orders, NULL},
    {BASE_DIAG_NO_EFFECT, htnc_check_ranks, NULL},
    {BASE_DIAG_UNUSED_TASK, htnc_check_unused_tasks, NULL},
    {BASE_DIAG_UNUSED_PROPERTY, htnc_check_unused_properties, NULL},
    {BASE_DIAG_NEVER_READ, htnc_check_never_read, NULL},
    {BASE_DIAG_NEVER_WRITTEN, htnc_check_never_written, NULL},
    {BASE_DIAG_UNUSED_CONSTANT, htnc_check_unused_constants, NULL},
    {BASE_DIAG_UNUSED_CONDITION, htnc_check_unused_conditions, NULL},
    {BASE_DIAG_UNUSED_QUERY, htnc_check_unused_queries, NULL},
    {BASE_DIAG_UNUSED_PARAMETER, htnc_check_unused_parameters, NULL},
    {BASE_DIAG_UNUSED_VARIABLE, htnc_check_unused_variables, NULL},
    {BASE_DIAG_SAME_SCENARIO, htnc_check_scenario_names, NULL},
};

enum { CHECKS = sizeof checks / sizeof *checks };

static bool is_on(const base_diagnostics *diagnostics, base_diagnostic_id id)
{
    return id != BASE_DIAGNOSTICS && diagnostics->severity[id] != BASE_IGNORED;
}

/* From the last row to the first, so that a prerequisite's own prerequisite is found too. */
static void choose_checks(const base_diagnostics *diagnostics, bool *wanted)
{
    for (size_t i = CHECKS; i-- > 0;) {
        wanted[i] |= is_on(diagnostics, checks[i].reports);
        for (size_t j = 0; wanted[i] && j < i; j++)
            wanted[j] |= checks[j].function == checks[i].prerequisite;
    }
}

void htnc_lint(base_arena *arena, base_diagnostics *diagnostics, htnc_model *model)
{
    htnc_linter linter = {.arena = arena, .diagnostics = diagnostics, .model = model, .effort = EFFORT};
    bool wanted[CHECKS] = {false};
    choose_checks(diagnostics, wanted);
    for (size_t i = 0; i < CHECKS; i++)
        if (wanted[i])
            checks[i].function(&linter);
}
