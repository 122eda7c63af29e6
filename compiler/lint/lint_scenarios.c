/* Scenarios with the same name. A test report could not tell them apart, and `htn test --filter` would play both. */
#include "compiler/lint/lint_scenarios.h"

#define uthash_malloc(size)       base_alloc(linter->arena, (size))
#define uthash_free(memory, size) ((void)(memory))
#include <uthash.h>

typedef struct named_scenario {
    UT_hash_handle hh;
    const htnc_scenario *first;
} named_scenario;

void htnc_check_scenario_names(htnc_linter *linter)
{
    named_scenario *table = NULL;
    for (const htnc_scenario *each = linter->model->main->scenarios; each; each = each->next) {
        const char *name = each->name.text;
        named_scenario *known;
        HASH_FIND_STR(table, name, known);
        if (known) {
            base_diagnostic *report = base_report(linter->diagnostics, BASE_DIAG_SAME_SCENARIO, each->name.span,
                                                  "another scenario has this name: a report could not tell them apart");
            base_report_note(linter->diagnostics, report, known->first->name.span, "the first one");
            continue;
        }
        known = BASE_NEW(linter->arena, named_scenario);
        known->first = each;
        HASH_ADD_KEYPTR(hh, table, name, strlen(name), known);
    }
}
