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

/* --- Declarations --------------------------------------------------------------------------------- */

static void gate_properties(gate *g, const htnc_property_decl *list)
{
    bool in_shared = false;
    for (; list; list = list->next) {
        if (list->shared && !in_shared)
            refuse(g, list->name.span, "`Shared World State`");
        in_shared = list->shared;
    }
}

static void gate_declarations(gate *g, const htnc_file *file)
{
    gate_properties(g, file->properties);
    for (const htnc_query_decl *each = file->queries; each; each = each->next)
        refuse(g, each->name.span, "`Query`");
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

void htnc_check(htnc_arena *arena, htnc_diagnostics *diagnostics, htnc_model *model)
{
    gate g = {.diagnostics = diagnostics};
    for (const htnc_file *file = model->files; file; file = file->next)
        gate_declarations(&g, file);
    for (uint32_t i = 0; i < model->task_count; i++) {
        for (const htnc_method *method = model->tasks[i]->methods; method; method = method->next)
            check_splits(diagnostics, model->tasks[i], method->subtasks);
    }
    if (!g.closed)
        htnc_lint(arena, diagnostics, model);
}
