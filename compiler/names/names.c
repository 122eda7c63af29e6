/*
 * The names pass: collects the declarations of all files into a model, and resolves every name in them. All declarations are known
 * before the first name is looked up, so they may stand in any order. A missing name is reported once.
 */
#include "compiler/names/names.h"

#include "compiler/names/names_backgrounds.h"
#include "compiler/names/names_cycles.h"
#include "compiler/names/names_declare.h"
#include "compiler/names/names_entities.h"
#include "compiler/names/names_expressions.h"
#include "compiler/names/names_graph.h"
#include "compiler/names/names_orders.h"
#include "compiler/names/names_scenarios.h"
#include "compiler/names/names_splits.h"
#include "compiler/names/names_table.h"
#include "compiler/names/names_tasks.h"

/* --- Declarations that hold names ----------------------------------------------------------------- */

static void resolve_parent(htnc_resolver *resolver, htnc_type_decl *declaration)
{
    htnc_symbol *parent = htnc_symbol_require(resolver, HTNC_IN_TYPES, &declaration->parent, NULL);
    if (!parent)
        return;
    if (parent->to.type->kind != HTNC_TYPE_ENTITIES) {
        base_report(resolver->diagnostics, BASE_DIAG_WRONG_KIND, declaration->parent.span,
                    "`%s` is %s; only an Entities type can have subtypes", parent->text, htnc_symbol_noun(parent));
        return;
    }
    for (const htnc_type *above = parent->to.type; above; above = above->parent)
        if (above == declaration->type) {
            base_report(resolver->diagnostics, BASE_DIAG_RECURSIVE_TYPE, declaration->parent.span,
                        "`%s` would be a subtype of itself", declaration->name.text);
            return;
        }
    declaration->type->parent = parent->to.type;
}

static void resolve_type_declarations(htnc_resolver *resolver, htnc_type_decl *list)
{
    for (htnc_type_decl *each = list; each; each = each->next) {
        if (each->max)
            htnc_resolve_expr(resolver, each->max, NULL);
        if (each->parent.text)
            resolve_parent(resolver, each);
    }
}

/* `Name : string`: a parameter can be a `symbol`, a property cannot. */
static bool report_text_type(htnc_resolver *resolver, htnc_property_decl *property)
{
    const htnc_name *name = &property->type_ref->name;
    if (!name->text || strcmp(name->text, "string") != 0 || htnc_symbol_find(resolver, HTNC_IN_TYPES, name->text))
        return false;
    base_diagnostic *report = base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_TYPE, name->span,
                                          "unknown type `%s`; the world state holds no texts", name->text);
    base_report_note(resolver->diagnostics, report, (base_span){0, 0},
                     "name its values in an `Enum`, as in `Enum [Weapon] Values [Bow, Sword]`");
    property->type_ref->type = resolver->model->error_type;
    return true;
}

static void resolve_properties(htnc_resolver *resolver, htnc_property_decl *list)
{
    for (htnc_property_decl *each = list; each; each = each->next) {
        htnc_scope_push_all(resolver, NULL, each->parameters);
        if (report_text_type(resolver, each))
            continue;
        htnc_resolve_type(resolver, each->type_ref);
        if (each->initial)
            htnc_resolve_wanted(resolver, each->initial, each->type_ref->type, NULL);
    }
}

static void resolve_constants(htnc_resolver *resolver)
{
    resolver->owner_edges = &resolver->constant_edges;
    resolver->owner_kind = HTNC_SYMBOL_CONSTANT;
    for (const htnc_constant *each = resolver->model->constants; each; each = each->next) {
        resolver->owner = each->index;
        htnc_resolve_expr(resolver, each->declaration->value, NULL);
    }
    resolver->owner_edges = NULL;
}

static void resolve_named_conditions(htnc_resolver *resolver)
{
    resolver->owner_edges = &resolver->condition_edges;
    resolver->owner_kind = HTNC_SYMBOL_CONDITION;
    for (const htnc_condition *each = resolver->model->conditions; each; each = each->next) {
        resolver->owner = each->index;
        if (each->declaration->value)
            htnc_report_lets(resolver, each->declaration->items, "a `Value`");
        htnc_resolve_conditions(resolver, each->declaration->items,
                                htnc_scope_push_all(resolver, NULL, each->declaration->parameters));
    }
    resolver->owner_edges = NULL;
}

static void resolve_queries(htnc_resolver *resolver, htnc_query_decl *list)
{
    for (htnc_query_decl *each = list; each; each = each->next) {
        htnc_scope_push_all(resolver, NULL, each->parameters);
        htnc_resolve_type(resolver, each->type_ref);
        if (each->max)
            htnc_resolve_expr(resolver, each->max, NULL);
    }
}

static void resolve_sensors(htnc_resolver *resolver, htnc_sensor_decl *list)
{
    for (htnc_sensor_decl *each = list; each; each = each->next) {
        for (htnc_expr *update = each->updates; update; update = update->next) {
            const htnc_symbol *symbol = htnc_symbol_require(resolver, HTNC_IN_VALUES, &update->name, NULL);
            if (symbol && symbol->kind == HTNC_SYMBOL_PROPERTY) {
                update->ref = HTNC_REF_PROPERTY;
                update->to.property = symbol->to.property;
                symbol->to.property->written = true;
            } else if (symbol) {
                base_report(resolver->diagnostics, BASE_DIAG_NOT_ASSIGNABLE, update->name.span,
                            "`%s` is %s: a sensor updates properties%s", symbol->text, htnc_symbol_noun(symbol),
                            symbol->kind == HTNC_SYMBOL_QUERY ? ", and a query is answered while planning" : "");
            }
        }
        if (each->every)
            htnc_resolve_expr(resolver, each->every, NULL);
    }
}

/* --- Domain and roots ----------------------------------------------------------------------------- */

/* Takes the `Domain` of the main file, or of the nearest imported file that has one: a file of scenarios imports its domain. */
static void find_domain(htnc_resolver *resolver)
{
    htnc_model *model = resolver->model;
    model->name = "";
    for (const htnc_file *file = model->files; file; file = file->next) {
        if (!file->domains)
            continue;
        model->name = file->domains->name.text;
        model->loops_free = file->domains->loops_free;
        for (const htnc_domain_decl *again = file->domains->next; again; again = again->next) {
            base_diagnostic *report = base_report(resolver->diagnostics, BASE_DIAG_DUPLICATE, again->span,
                                                  "a file can have only one `Domain`");
            base_report_note(resolver->diagnostics, report, file->domains->span, "the first one is here");
        }
    }
}

static void add_root(htnc_resolver *resolver, htnc_task *task, const htnc_root_decl *declaration)
{
    htnc_model *model = resolver->model;
    htnc_root *root = BASE_NEW(resolver->arena, htnc_root), **end = &model->roots;
    while (*end)
        end = &(*end)->next;
    root->task = task;
    root->cheapest = declaration && declaration->cheapest;
    model->cheapest |= root->cheapest;
    root->span = declaration ? declaration->span : (base_span){0, 0};
    model->root_count++;
    *end = root;
}

/* Whether `task` can be a root; reports if not, at `span`. */
static bool check_root(htnc_resolver *resolver, const htnc_task *task, base_span span, bool by_default)
{
    base_diagnostic *report = NULL;
    if (task->kind != HTNC_COMPOUND)
        report = base_report(resolver->diagnostics, BASE_DIAG_BAD_ROOT, span,
                             "a root is a compound task; `%s` is a primitive task", task->name.text);
    else if (task->parameters)
        report = base_report(resolver->diagnostics, BASE_DIAG_BAD_ROOT, span, "the root `%s` cannot have parameters",
                             task->name.text);
    if (report && by_default)
        base_report_note(resolver->diagnostics, report, (base_span){0, 0},
                         "without a `Root [Task]`, the root is the first compound task");
    else if (report)
        base_report_note(resolver->diagnostics, report, task->name.span, "declared here");
    return !report;
}

static bool is_root(const htnc_model *model, const htnc_task *task)
{
    for (const htnc_root *root = model->roots; root; root = root->next)
        if (root->task == task)
            return true;
    return false;
}

static void declare_root(htnc_resolver *resolver, const htnc_root_decl *declaration)
{
    const htnc_symbol *symbol = htnc_symbol_require(resolver, HTNC_IN_TASKS, &declaration->task, NULL);
    if (!symbol || !check_root(resolver, symbol->to.task, declaration->task.span, false))
        return;
    if (is_root(resolver->model, symbol->to.task))
        base_report(resolver->diagnostics, BASE_DIAG_BAD_ROOT, declaration->task.span, "`%s` is a root already",
                    symbol->text);
    else
        add_root(resolver, symbol->to.task, declaration);
}

/* The first compound task of the main file, or of the nearest imported file that has one. */
static htnc_task *default_root(const htnc_model *model)
{
    htnc_task *found = NULL;
    for (htnc_file *file = model->files; file; file = file->next)
        for (htnc_task *task = file->tasks; task; task = task->next)
            if (task->kind == HTNC_COMPOUND) {
                found = task;
                break;
            }
    return found;
}

static void find_roots(htnc_resolver *resolver)
{
    bool declared = false;
    for (const htnc_file *file = resolver->model->files; file; file = file->next)
        for (const htnc_root_decl *each = file->roots; each; each = each->next) {
            declare_root(resolver, each);
            declared = true;
        }
    if (declared)
        return;
    htnc_task *task = default_root(resolver->model);
    const base_source *source = resolver->model->main->source;
    if (!task)
        base_report(resolver->diagnostics, BASE_DIAG_NO_ROOT, (base_span){source->base, source->base},
                    "there is no compound task, so there is nothing to plan for");
    else if (check_root(resolver, task, task->name.span, true))
        add_root(resolver, task, NULL);
}

/* --- All ------------------------------------------------------------------------------------------ */

static void start_model(htnc_resolver *resolver, htnc_file *files)
{
    htnc_model *model = BASE_NEW(resolver->arena, htnc_model);
    model->files = files;
    model->main = files;
    while (model->main->next)
        model->main = model->main->next;
    resolver->model = model;
}

static void resolve_declarations(htnc_resolver *resolver)
{
    resolve_constants(resolver);
    for (htnc_file *file = resolver->model->files; file; file = file->next)
        resolve_type_declarations(resolver, file->types);
    htnc_order_types(resolver);
    for (htnc_file *file = resolver->model->files; file; file = file->next) {
        resolve_properties(resolver, file->properties);
        htnc_resolve_effects(resolver, file->facts, NULL, HTNC_EFFECT_FACT);
        resolve_queries(resolver, file->queries);
        resolve_sensors(resolver, file->sensors);
    }
    resolve_named_conditions(resolver);
}

htnc_model *htnc_resolve(base_arena *arena, base_interner *interner, base_diagnostics *diagnostics, htnc_file *files)
{
    htnc_resolver resolver = {.arena = arena, .interner = interner, .diagnostics = diagnostics};
    start_model(&resolver, files);
    htnc_declare_all(&resolver);
    find_domain(&resolver);
    find_roots(&resolver);
    resolve_declarations(&resolver);
    htnc_order_declarations(&resolver);
    htnc_resolve_tasks(&resolver);
    htnc_check_derived_places(&resolver);
    htnc_resolve_scenarios(&resolver);
    htnc_resolve_orders(&resolver);
    htnc_call_graph(&resolver);
    htnc_resolve_backgrounds(&resolver);
    htnc_resolve_splits(&resolver);
    htnc_check_order_splits(&resolver);
    htnc_weigh_orders(&resolver);
    htnc_symbol_finish(&resolver);
    return resolver.model;
}
