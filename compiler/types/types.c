/*
 * The types pass: types of declarations, then of parameters, then of everything in tasks and scenarios. It runs only when all names
 * are resolved. Constants and named conditions come in the order of use (names_graph.c), so each has its type before it is used,
 * without recursion.
 */
#include "compiler/types/types.h"

#include "compiler/types/durations.h"
#include "compiler/types/types_entities.h"
#include "compiler/types/types_expressions.h"
#include "compiler/types/types_fixed.h"
#include "compiler/types/types_held.h"
#include "compiler/types/types_infer.h"
#include "compiler/types/types_loop_guard.h"
#include "compiler/types/types_report.h"
#include "compiler/types/types_tasks.h"
#include <htn/blob.h>

/* --- Declarations --------------------------------------------------------------------------------- */

/* Parameters whose type must be written: those of conditions and queries. */
static void settle_parameters(htnc_checker *checker, htnc_variable *parameters, const char *whose)
{
    for (htnc_variable *each = parameters; each; each = each->next) {
        each->type = each->type_ref ? htnc_settle_type(checker, each->type_ref) : checker->model->error_type;
        if (!each->type_ref)
            base_report(checker->diagnostics, BASE_DIAG_UNTYPED_PARAMETER, each->name.span,
                        "a %s's parameters need their types: `%s : int`", whose, each->name.text);
        else if (!htnc_traits(each->type)->stored)
            base_report(checker->diagnostics, BASE_DIAG_SYMBOL_USE, each->type_ref->span,
                        "a %s cannot use a symbol; only operators can", whose);
    }
}

static void type_constant(htnc_checker *checker, htnc_constant *constant)
{
    htnc_expr *value = constant->declaration->value;
    const htnc_model *model = checker->model;
    constant->type = model->error_type;
    checker->constant = base_format(checker->arena, "the value of `%s`", constant->name);
    htnc_type_expr(checker, value);
    checker->constant = NULL;
    if (htnc_report_none(checker, value) || value->type->kind == HTNC_TYPE_ERROR)
        return;
    if (!value->is_constant) {
        base_report(checker->diagnostics, BASE_DIAG_NOT_CONSTANT, value->span,
                    "the value of `%s` must be known when the domain is compiled", constant->name);
        return;
    }
    constant->type = value->type->kind == HTNC_TYPE_INTEGER ? model->int_type
                     : value->type->kind == HTNC_TYPE_FIXED ? model->fixed_type
                                                            : value->type;
    constant->value = value->folded;
    if (value->type->kind == HTNC_TYPE_SYMBOL)
        constant->text = value->kind == HTNC_EXPR_STRING ? value->name.text : value->to.constant->text;
}

int32_t htnc_default_value(const htnc_type *type)
{
    if (type->kind == HTNC_TYPE_ENTITIES)
        return htnc_lowest(type);
    return type->low > 0 ? type->low : type->high < 0 ? type->high : 0;
}

static void type_property(htnc_checker *checker, htnc_property *property)
{
    htnc_property_decl *declaration = property->declaration;
    const htnc_type *type = htnc_settle_type(checker, declaration->type_ref);
    htnc_settle_listed(checker, declaration->parameters, "a table's index is");
    if (!htnc_traits(type)->stored) {
        base_report(checker->diagnostics, BASE_DIAG_SYMBOL_USE, declaration->type_ref->span,
                    "the world state holds no symbols; declare an Enum");
        type = checker->model->error_type;
    }
    property->type = type;
    property->initial = htnc_default_value(type);
    htnc_count_cells(checker, property);
    htnc_expr *initial = declaration->initial;
    bool none = initial && initial->kind == HTNC_EXPR_NONE && type->kind == HTNC_TYPE_ENTITIES;
    if (none)
        htnc_report_never_none(checker, initial, type);
    if (!initial || none)
        return;
    char *what = base_format(checker->arena, "the initial value of `%s`", property->name);
    if (!htnc_expect_constant(checker, initial, type, what) || type->kind == HTNC_TYPE_ERROR)
        return;
    if (initial->folded < type->low || initial->folded > type->high)
        base_report(checker->diagnostics, BASE_DIAG_OUT_OF_RANGE, initial->span, "%s is %s, which is outside `%s`",
                    what, htnc_number_text(checker, type, initial->folded), type->name);
    else
        property->initial = initial->folded;
}

static void type_value(htnc_checker *checker, htnc_condition *value)
{
    htnc_expr *expr = value->declaration->items;
    settle_parameters(checker, value->declaration->parameters, "value");
    htnc_type_expr(checker, expr);
    value->type = expr->type;
    checker->conditions[value->index] =
        (htnc_condition_facts){expr->is_constant, expr->folded, htnc_range_known(checker, expr)};
    if (!htnc_report_none(checker, expr) && htnc_traits(expr->type)->stored)
        return;
    if (expr->type->kind == HTNC_TYPE_SYMBOL)
        base_report(checker->diagnostics, BASE_DIAG_SYMBOL_USE, expr->span,
                    "a named value cannot be a symbol; only operators can use one");
    value->type = checker->model->error_type;
}

static void type_condition(htnc_checker *checker, htnc_condition *condition)
{
    htnc_condition_facts *facts = &checker->conditions[condition->index];
    htnc_expr *items = condition->declaration->items;
    condition->type = checker->model->bool_type;
    if (condition->cycle == NULL)
        settle_parameters(checker, condition->declaration->parameters, "condition");
    checker->naming = condition->name;
    htnc_type_conditions(checker, items);
    checker->naming = NULL;
    facts->is_constant = true;
    facts->value = 1;
    for (const htnc_expr *item = items; item; item = item->next) {
        if (item->is_constant && item->folded == 0) {
            facts->is_constant = true;
            facts->value = 0;
            return;
        }
        facts->is_constant = facts->is_constant && item->is_constant;
    }
}

/* Derived conditions use each other, so all of them have their types first. */
static void settle_derived(htnc_checker *checker)
{
    for (htnc_condition *each = checker->model->conditions; each; each = each->next) {
        if (each->cycle == NULL)
            continue;
        each->type = checker->model->bool_type;
        settle_parameters(checker, each->declaration->parameters, "condition");
        for (const htnc_variable *parameter = each->declaration->parameters; parameter; parameter = parameter->next)
            if (htnc_traits(parameter->type)->stored && !htnc_traits(parameter->type)->listed)
                base_report(checker->diagnostics, BASE_DIAG_CANNOT_TABULATE, parameter->type_ref->span,
                            "`%s` uses itself, so its parameters are of type bool, an Enum or Entities; `%s` is %s",
                            each->name, parameter->name.text, htnc_traits(parameter->type)->phrase);
    }
}

static void settle_most(htnc_checker *checker, htnc_query *query)
{
    htnc_expr *max = query->declaration->max;
    if (!htnc_expect_constant(checker, max, checker->model->int_type, "the number of candidates"))
        return;
    if (max->folded < 1 || max->folded > HTN_MAX_CANDIDATES)
        base_report(checker->diagnostics, BASE_DIAG_OUT_OF_RANGE, max->span,
                    "a query proposes 1 to %d candidates, not %d; where there are more, the game proposes the best",
                    HTN_MAX_CANDIDATES, (int)max->folded);
    else
        query->most = (uint32_t)max->folded;
}

static void type_queries(htnc_checker *checker)
{
    for (htnc_query *query = checker->model->queries; query; query = query->next) {
        settle_parameters(checker, query->declaration->parameters, "query");
        query->type = htnc_settle_type(checker, query->declaration->type_ref);
        if (!htnc_traits(query->type)->stored)
            base_report(checker->diagnostics, BASE_DIAG_SYMBOL_USE, query->declaration->type_ref->span,
                        "a query cannot answer with a symbol; declare an Enum");
        if (query->declaration->max)
            settle_most(checker, query);
    }
}

/* --- All ------------------------------------------------------------------------------------------ */

static void type_declarations(htnc_checker *checker)
{
    htnc_model *model = checker->model;
    htnc_number_instances(checker); /* of closed types: constants may name them */
    for (htnc_constant *each = model->constants; each; each = each->next)
        type_constant(checker, each);
    htnc_type_entities(checker);
    for (htnc_property *each = model->properties; each; each = each->next)
        type_property(checker, each);
    htnc_type_facts(checker);
    type_queries(checker);
    checker->conditions =
        base_alloc_array(checker->arena, (size_t)model->condition_count + 1, sizeof *checker->conditions);
    settle_derived(checker);
    for (htnc_condition *each = model->conditions; each; each = each->next)
        if (each->declaration->value)
            type_value(checker, each);
        else
            type_condition(checker, each);
}

static void type_the_rest(htnc_checker *checker)
{
    for (htnc_file *file = checker->model->files; file; file = file->next)
        for (htnc_sensor_decl *each = file->sensors; each; each = each->next)
            if (each->every &&
                htnc_expect_constant(checker, each->every, checker->model->int_type, "a sensor's interval"))
                htnc_check_unit(checker, each->every);
    htnc_type_scenarios(checker);
}

void htnc_type_check(base_arena *arena, base_diagnostics *diagnostics, htnc_model *model)
{
    htnc_checker checker = {.arena = arena, .diagnostics = diagnostics, .model = model};
    checker.types_end = &model->types;
    while (*checker.types_end)
        checker.types_end = &(*checker.types_end)->next;
    type_declarations(&checker);
    htnc_infer_parameters(&checker);
    htnc_type_tasks(&checker);
    type_the_rest(&checker);
    htnc_make_held_tables(&checker);
    if (diagnostics->errors == 0)
        htnc_find_unguarded(model);
}
