/* Runs the concerns of the lint, in the order in which they are listed here. */
#include "compiler/lint/lint.h"

#include "compiler/lint/linter.h"

/* Steps of reasoning for one domain. Ordinary ones take a handful per line; this is less than a second. */
enum { EFFORT = 5000000 };

static void (*const concerns[])(htnc_linter *) = {
    htnc_lint_tasks,  htnc_lint_conditions, htnc_lint_methods,  htnc_lint_recursion,
    htnc_lint_splits, htnc_lint_effects,    htnc_lint_parallel, htnc_lint_goals,
    htnc_lint_costs,  htnc_lint_ranks,      htnc_lint_unused,   htnc_lint_scenarios,
};

bool htnc_lint_wants(const htnc_linter *linter, base_diagnostic_id id)
{
    return linter->diagnostics->severity[id] != BASE_IGNORED;
}

bool htnc_lint_in_main(const htnc_linter *linter, base_span span)
{
    const base_source *source = linter->model->main->source;
    return span.begin >= source->base && span.begin <= source->base + source->length;
}

void htnc_lint(base_arena *arena, base_diagnostics *diagnostics, htnc_model *model)
{
    htnc_linter linter = {.arena = arena, .diagnostics = diagnostics, .model = model, .effort = EFFORT};
    for (size_t i = 0; i < sizeof concerns / sizeof *concerns; i++)
        concerns[i](&linter);
}
