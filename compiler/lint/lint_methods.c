/*
 * Methods that are never tried. A method is tried in three cases: no method before it applies; the decomposition of a method before it
 * fails; or something after the task fails, and backtracking tries another decomposition. All three must be impossible.
 */
#include "compiler/lint/lint_methods.h"

#include "compiler/lint/lint_values.h"
#include "compiler/lint/task_facts.h"

enum { MOST_EARLIER = 16 }; /* earlier methods that are compared, so that the time stays linear */

typedef struct earlier_methods {
    const htnc_method *list[MOST_EARLIER];
    uint32_t count;
} earlier_methods;

static void report_unreachable(htnc_linter *linter, const htnc_method *method, const earlier_methods *earlier)
{
    base_diagnostic *report =
        base_report(linter->diagnostics, BASE_DIAG_UNREACHABLE_METHOD, method->head, "this method is never reached");
    for (uint32_t i = 0; i < earlier->count; i++)
        if (htnc_always_holds(linter, earlier->list[i]->conditions)) {
            base_report_note(linter->diagnostics, report, earlier->list[i]->head,
                             "this one always applies, and nothing that follows from it can fail");
            return;
        }
    const htnc_method *last = earlier->list[earlier->count - 1];
    base_report_note(
        linter->diagnostics, report, last->head,
        earlier->count == 1
            ? "wherever it applies, this one applies too, and nothing that follows from this one can fail"
            : "wherever it applies, one of the methods up to here applies too, and nothing that follows from "
              "those can fail");
}

/* Whether the earlier methods apply in every world state in which this method applies. */
static bool is_taken(htnc_linter *linter, const htnc_method *method, const earlier_methods *earlier)
{
    htnc_facts open;
    htnc_facts_clear(&open);
    htnc_facts_narrow_list(linter, &open, method->conditions, true);
    if (open.impossible)
        return false; /* never-holds reports it */
    for (uint32_t i = 0; i < earlier->count && !open.impossible; i++)
        htnc_facts_narrow_list(linter, &open, earlier->list[i]->conditions, false);
    return open.impossible;
}

static void check_task(htnc_linter *linter, const htnc_task *task)
{
    earlier_methods earlier = {.count = 0};
    for (const htnc_method *method = task->methods; method; method = method->next) {
        if (earlier.count > 0 && is_taken(linter, method, &earlier)) {
            report_unreachable(linter, method, &earlier);
            continue;
        }
        if (earlier.count < MOST_EARLIER && !htnc_has_further_gates(method) && htnc_all_infallible(linter, method))
            earlier.list[earlier.count++] = method;
    }
}

void htnc_check_unreachable_methods(htnc_linter *linter)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        if (task->used && !task->is_each && !linter->follower[i] && task->select == HTNC_SELECT_FIRST)
            check_task(linter, task);
    }
}
