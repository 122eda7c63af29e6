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

/* The place of a part that may be empty: its first item, else what it belongs to. */
static htnc_span place_of(const htnc_expr *items, htnc_span otherwise)
{
    return items ? items->span : otherwise;
}

/* --- Expressions ---------------------------------------------------------------------------------- */

static void gate_exprs(gate *g, const htnc_expr *list);

static void gate_expr(gate *g, const htnc_expr *expr)
{
    if (expr && expr->kind == HTNC_EXPR_QUANTIFIER)
        refuse(g, expr->span, "a quantifier");
    else if (expr && expr->kind == HTNC_EXPR_ANY)
        refuse(g, expr->span, "`any`");
    else if (expr)
        gate_exprs(g, expr->operands);
}

static void gate_exprs(gate *g, const htnc_expr *list)
{
    for (; list; list = list->next)
        gate_expr(g, list);
}

static void gate_effects(gate *g, const htnc_effect *effects)
{
    for (; effects; effects = effects->next) {
        if (effects->each)
            refuse(g, effects->span, "an effect with `for`");
        else if (effects->when)
            refuse(g, effects->when->span, "an effect with `when`");
        gate_exprs(g, effects->target->operands);
        gate_expr(g, effects->value);
    }
}

/* --- Declarations --------------------------------------------------------------------------------- */

static void gate_properties(gate *g, const htnc_property_decl *list)
{
    bool in_shared = false;
    for (; list; list = list->next) {
        if (list->shared && !in_shared)
            refuse(g, list->name.span, "`Shared World State`");
        in_shared = list->shared;
        if (list->parameters)
            refuse(g, list->name.span, "a property with parameters (a table)");
    }
}

static void gate_roots(gate *g, const htnc_model *model)
{
    for (const htnc_root *root = model->roots; root; root = root->next) {
        if (root != model->roots)
            refuse(g, root->span, "a second `Root`");
        if (root->cheapest)
            refuse(g, root->span, "`Select [cheapest]`");
    }
}

static void gate_declarations(gate *g, const htnc_file *file)
{
    for (const htnc_type_decl *each = file->types; each; each = each->next)
        if (each->entities)
            refuse(g, each->name.span, "`Entities`");
    gate_properties(g, file->properties);
    if (file->facts)
        refuse(g, file->facts->span, "`Facts`");
    for (const htnc_query_decl *each = file->queries; each; each = each->next)
        refuse(g, each->name.span, "`Query`");
    for (const htnc_sensor_decl *each = file->sensors; each; each = each->next)
        refuse(g, each->name.span, "`Sensor`");
    for (const htnc_condition_decl *each = file->conditions; each; each = each->next)
        gate_exprs(g, each->items);
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

static void gate_primitive(gate *g, const htnc_task *task)
{
    gate_exprs(g, task->preconditions);
    gate_exprs(g, task->operator_arguments);
    gate_effects(g, task->effects);
    gate_effects(g, task->expected);
    if (task->during)
        refuse(g, task->during->span, "`During`");
    if (task->has_context)
        refuse(g, place_of(task->context, task->name.span), "`Context`");
    if (task->interrupt_never)
        refuse(g, task->name.span, "`Interrupt`");
    gate_expr(g, task->cost);
    gate_expr(g, task->duration);
}

static void gate_subtasks(gate *g, const htnc_subtask *list)
{
    for (; list; list = list->next)
        switch (list->kind) {
        case HTNC_SUBTASK_TASK: gate_exprs(g, list->arguments); break;
        case HTNC_SUBTASK_PARALLEL: refuse(g, list->span, "`Parallel`"); break;
        case HTNC_SUBTASK_SPLIT: refuse(g, list->span, "`Split`"); break;
        case HTNC_SUBTASK_ACHIEVE: refuse(g, list->span, "`Achieve`"); break;
        }
}

static void gate_method(gate *g, const htnc_method *method)
{
    gate_exprs(g, method->conditions);
    if (method->utility)
        refuse(g, method->utility->span, "`Utility`");
    if (method->weight)
        refuse(g, method->weight->span, "`Weight`");
    if (method->prefer)
        refuse(g, method->prefer->span, "`Prefer`");
    if (method->has_while)
        refuse(g, place_of(method->while_conditions, method->head), "`While`");
    if (method->cooldown)
        refuse(g, method->cooldown->span, "`Cooldown`");
    gate_subtasks(g, method->subtasks);
}

static void gate_task(gate *g, const htnc_task *task)
{
    if (task->kind == HTNC_PRIMITIVE)
        gate_primitive(g, task);
    if (task->select != HTNC_SELECT_FIRST)
        refuse(g, task->select_span, "`Select`");
    for (const htnc_method *method = task->methods; method; method = method->next)
        gate_method(g, method);
}

void htnc_check(htnc_arena *arena, htnc_diagnostics *diagnostics, htnc_model *model)
{
    gate g = {.diagnostics = diagnostics};
    for (const htnc_file *file = model->files; file; file = file->next)
        gate_declarations(&g, file);
    gate_roots(&g, model);
    for (uint32_t i = 0; i < model->task_count; i++)
        gate_task(&g, model->tasks[i]);
    if (!g.closed)
        htnc_lint(arena, diagnostics, model);
}
