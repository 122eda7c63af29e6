/*
 * The lint: warnings about domains that compile. Each concern has a file and an entry here; lint.c lists them.
 * Every one is exact: it reasons about all world states and all ways to plan, and where it cannot follow it is silent. It
 * reads models whose names and types are sound. Of a table's cells, and of what a quantifier asks, it knows only the type.
 */
#ifndef HTNC_LINTER_H
#define HTNC_LINTER_H

#include "base/diagnostic.h"
#include "compiler/names/model.h"
#include <string.h>

typedef struct htnc_linter {
    base_arena *arena;
    base_diagnostics *diagnostics;
    htnc_model *model;
    uint32_t effort;         /* steps of reasoning left; at 0 the rest of the lint knows nothing, and is silent */
    uint32_t quota;          /* the same, for one list of conditions: named conditions can be long when written out */
    uint32_t depth;          /* of the reasoning that is going on */
    base_span item;          /* that it is about */
    bool *hopeless;          /* by named condition: it never holds, which has been said */
    uint32_t *by_component;  /* indexes of the tasks, callees before callers but for recursion */
    uint32_t *component_end; /* by component: one past its last place in by_component */
    bool *infallible;        /* by task: it can be done in every world state */
    bool *
        follower; /* by task: something that comes after it can fail, or a cheaper plan can be wanted, so that it may be
                       asked for another way */
    bool *writes; /* by task: doing it may change the world state */
} htnc_linter;

/* Whether the diagnostic is switched on; what is off is not searched for. */
bool htnc_lint_wants(const htnc_linter *linter, base_diagnostic_id id);
/* Whether the place is in the main file; an imported file may declare more than one domain uses. */
bool htnc_lint_in_main(const htnc_linter *linter, base_span span);

void htnc_lint_conditions(htnc_linter *linter);
void htnc_lint_methods(htnc_linter *linter);
void htnc_lint_recursion(htnc_linter *linter);
void htnc_lint_splits(htnc_linter *linter);
void htnc_lint_effects(htnc_linter *linter);
void htnc_lint_goals(htnc_linter *linter);
void htnc_lint_parallel(htnc_linter *linter);
void htnc_lint_costs(htnc_linter *linter);
void htnc_lint_ranks(htnc_linter *linter);
void htnc_lint_unused(htnc_linter *linter);
void htnc_lint_scenarios(htnc_linter *linter);

/* lint_tasks.c: fills in infallible, follower and writes. */
void htnc_lint_tasks(htnc_linter *linter);
/* Whether more than its conditions decides on it: a While, a Cooldown, a Weight. */
bool htnc_lint_may_be_passed_over(const htnc_method *method);

/* Whether none of a method's subtasks can fail, in whatever world it is planned. */
bool htnc_lint_all_infallible(const htnc_linter *linter, const htnc_method *method);

#endif
