/*
 * The last pass before lowering. The gate: each construct of the language that lowering does not translate yet
 * is reported where it stands, once, and nothing is said of what is inside it. What passes the gate is
 * what lowering and the lint know how to read. To build a construct, take its line out here.
 */
#include "lint.h"

typedef struct gate {
    htnc_diagnostics *diagnostics;
    bool closed; /* something was reported */
} gate;

static void refuse(gate *g, htnc_span span, const char *construct)
{
    g->closed = true;
    htnc_report(g->diagnostics, HTNC_DIAG_NOT_BUILT, span, "%s is not translated yet by this compiler", construct);
}

/* --- Structure ------------------------------------------------------------------------------------- */

static void check_splits(htnc_diagnostics *diagnostics, const htnc_task *task, const htnc_subtask *list)
{
    for (; list; list = list->next) {
        if (list->kind != HTNC_SUBTASK_SPLIT || task->weighed.end == 0)
            continue;
        htnc_diagnostic *report =
            htnc_report(diagnostics, HTNC_DIAG_SPLIT_PLACE, list->span,
                        "a `Split` cannot be in the cheapest plan: what comes behind it would have no cost yet");
        htnc_report_note(diagnostics, report, task->weighed, "this root takes the cheapest plan, and comes to `%s`",
                         task->name.text);
    }
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

static void gate_subtasks(gate *g, const htnc_subtask *list)
{
    for (; list; list = list->next)
        switch (list->kind) {
        case HTNC_SUBTASK_TASK:
        case HTNC_SUBTASK_SPLIT: break;
        case HTNC_SUBTASK_PARALLEL: gate_subtasks(g, list->members); break;
        case HTNC_SUBTASK_ACHIEVE: refuse(g, list->span, "`Achieve`"); break;
        }
}

static void gate_method(gate *g, const htnc_method *method)
{
    gate_subtasks(g, method->subtasks);
}

static void gate_task(gate *g, const htnc_task *task)
{
    for (const htnc_method *method = task->methods; method; method = method->next)
        gate_method(g, method);
}

void htnc_check(htnc_arena *arena, htnc_diagnostics *diagnostics, htnc_model *model)
{
    gate g = {.diagnostics = diagnostics};
    for (uint32_t i = 0; i < model->task_count; i++) {
        for (const htnc_method *method = model->tasks[i]->methods; method; method = method->next)
            check_splits(diagnostics, model->tasks[i], method->subtasks);
        gate_task(&g, model->tasks[i]);
    }
    if (!g.closed)
        htnc_lint(arena, diagnostics, model);
}
