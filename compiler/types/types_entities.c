/*
 * Entities, tables and facts. The instances of a family of types get one numbering: first a type's own instances, then those of its
 * subtypes. So the instances of every type are one range. The cells of a table are numbered by its arguments; the last argument changes
 * fastest. `Facts` are initial values of cells.
 */
#include "compiler/types/types_entities.h"

#include "compiler/types/types_expressions.h"
#include "compiler/types/types_report.h"
#include <htn/blob.h>
#include <stdlib.h>

/* --- Instances ------------------------------------------------------------------------------------ */

static void number_values(const htnc_type *type)
{
    int32_t number = type->low;
    for (htnc_value *value = type->values; value; value = value->next)
        value->ordinal = number++;
}

static uint32_t count_values(const htnc_type *type)
{
    uint32_t count = 0;
    for (const htnc_value *value = type->values; value; value = value->next)
        count++;
    return count;
}

/* Uses the order of the list: a type stands before its subtypes, and they follow it at once. */
void htnc_number_instances(htnc_checker *checker)
{
    htnc_type **all = base_alloc_array(checker->arena, (size_t)checker->model->type_count + 1, sizeof *all);
    uint32_t count = 0, next = 0;
    for (htnc_type *type = checker->model->types; type; type = type->next) {
        if (type->kind != HTNC_TYPE_ENTITIES)
            continue;
        next = type->parent ? next : 0;
        if (!type->open)
            type->own = count_values(type);
        type->low = (int32_t)next;
        number_values(type);
        next += next <= HTN_MAX_INSTANCES ? type->own : 0; /* more is reported in htnc_type_entities() */
        type->high = (int32_t)next - 1;
        all[count++] = type;
    }
    while (count-- > 0) {
        htnc_type *type = all[count], *parent = (htnc_type *)type->parent;
        type->value_count = (uint32_t)(type->high - type->low + 1);
        if (parent && parent->high < type->high)
            parent->high = type->high;
    }
}

static void type_maximum(htnc_checker *checker, const htnc_type_decl *declaration)
{
    if (!htnc_expect_constant(checker, declaration->max, checker->model->int_type, "the number of instances"))
        return;
    int32_t most = declaration->max->folded;
    if (most < 1 || most > 65535)
        base_report(checker->diagnostics, BASE_DIAG_OUT_OF_RANGE, declaration->max->span,
                    "there can be 1 to 65535 instances, not %d", (int)most);
    else
        declaration->type->own = (uint32_t)most;
}

void htnc_type_entities(htnc_checker *checker)
{
    for (htnc_file *file = checker->model->files; file; file = file->next)
        for (const htnc_type_decl *each = file->types; each; each = each->next)
            if (each->max)
                type_maximum(checker, each);
    htnc_number_instances(checker);
    for (const htnc_type *type = checker->model->types; type; type = type->next)
        if (type->kind == HTNC_TYPE_ENTITIES && !type->parent && type->value_count > HTN_MAX_INSTANCES)
            base_report(checker->diagnostics, BASE_DIAG_TOO_LARGE, type->span,
                        "`%s` and its subtypes have more than %d instances", type->name, HTN_MAX_INSTANCES);
}

/* --- Tables --------------------------------------------------------------------------------------- */

void htnc_count_cells(htnc_checker *checker, htnc_property *property)
{
    uint64_t cells = 1;
    for (const htnc_variable *each = property->declaration->parameters; each; each = each->next) {
        if (each->type->kind == HTNC_TYPE_ERROR)
            return;
        uint64_t values = htnc_count_values(each->type);
        if (values != 0 && cells > HTN_MAX_CELLS / values) { /* 0: a type without values was reported */
            base_report(checker->diagnostics, BASE_DIAG_TOO_LARGE, property->declaration->name.span,
                        "a table has at most 2^62 cells, and `%s` has more", property->name);
            return;
        }
        cells *= values;
    }
    property->cells = cells;
}

/* --- Facts ---------------------------------------------------------------------------------------- */

static bool report_bad(htnc_checker *checker, base_span span, const char *message)
{
    base_report(checker->diagnostics, BASE_DIAG_BAD_FACT, span, "%s", message);
    return false;
}

static bool has_form(htnc_checker *checker, const htnc_effect *fact)
{
    const htnc_expr *target = fact->target;
    if (target->kind != HTNC_EXPR_NAME || target->ref != HTNC_REF_PROPERTY)
        return false; /* reported */
    if (target->to.property->parameter_count == 0) {
        base_diagnostic *report =
            base_report(checker->diagnostics, BASE_DIAG_BAD_FACT, target->span,
                        "`%s` is no table: its initial value stands where it is declared", target->name.text);
        base_report_note(checker->diagnostics, report, target->to.property->declaration->name.span, "declared here");
        return false;
    }
    if (fact->lasts)
        return report_bad(checker, fact->span, "a fact is an initial value, which does not expire: it has no `for`");
    if (fact->each || fact->when)
        return report_bad(checker, fact->span, "a fact says one thing of one cell: it has no `when` and no `for`");
    if (fact->op != HTNC_ASSIGN)
        return report_bad(checker, fact->span, "a fact is an initial value: write it with `=`");
    return true;
}

/* Finds the cell that constant arguments name. False: an argument is not a constant of its parameter's type, which was reported. */
static bool find_cell(htnc_checker *checker, htnc_expr *target, uint64_t *cell)
{
    const htnc_variable *parameter = target->to.property->declaration->parameters;
    uint64_t number = 0;
    for (htnc_expr *each = target->operands; each; each = each->next, parameter = parameter->next) {
        if (parameter == NULL) /* one argument too many, which was reported */
            return false;
        if (!htnc_expect_constant(checker, each, parameter->type, "what a fact is about"))
            return false;
        if (parameter->type->kind == HTNC_TYPE_ERROR)
            return false;
        if (each->folded < parameter->type->low || each->folded > parameter->type->high) {
            base_report(checker->diagnostics, BASE_DIAG_BAD_FACT, each->span, "this is not of type `%s`",
                        parameter->type->name);
            return false;
        }
        number = number * htnc_count_values(parameter->type) + (uint64_t)((int64_t)each->folded - parameter->type->low);
    }
    *cell = number;
    return true;
}

static bool find_value(htnc_checker *checker, htnc_effect *fact, int32_t *value)
{
    const htnc_type *type = fact->target->to.property->type;
    char *what = base_format(checker->arena, "the value of `%s`", fact->target->name.text);
    if (fact->value->kind == HTNC_EXPR_NONE && type->kind == HTNC_TYPE_ENTITIES) {
        *value = HTNC_NOBODY;
        fact->value->type = type;
        return !htnc_report_never_none(checker, fact->value, type);
    }
    if (!htnc_expect_constant(checker, fact->value, type, what) || type->kind == HTNC_TYPE_ERROR)
        return false;
    *value = fact->value->folded;
    if (*value >= htnc_lowest(type) && *value <= type->high)
        return true;
    base_report(checker->diagnostics, BASE_DIAG_OUT_OF_RANGE, fact->value->span, "%s is %s, which is outside `%s`",
                what, htnc_number_text(checker, type, *value), type->name);
    return false;
}

static void type_fact(htnc_checker *checker, htnc_effect *fact)
{
    htnc_fact found = {.span = fact->span};
    if (!has_form(checker, fact))
        return;
    htnc_property *property = fact->target->to.property;
    fact->target->type = property->type;
    bool cell = find_cell(checker, fact->target, &found.cell), value = find_value(checker, fact, &found.value);
    if (!cell || !value)
        return;
    if ((property->fact_count & (property->fact_count - 1)) == 0) /* full at each power of two */
        property->facts = base_grow(checker->arena, property->facts, property->fact_count * sizeof found,
                                    (property->fact_count ? property->fact_count * 2 : 1) * sizeof found);
    property->facts[property->fact_count++] = found;
}

/* By cell; equal cells in source order. */
static int compare_facts(const void *a, const void *b)
{
    const htnc_fact *x = a, *y = b;
    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    return x->span.begin < y->span.begin ? -1 : x->span.begin > y->span.begin;
}

/* A table that can change lies in every world state, so it must be smaller than one that only has facts. */
static void report_too_many(htnc_checker *checker, const htnc_property *property)
{
    const char *why = property->written  ? "effects or sensors write it"
                      : property->tested ? "scenarios set it"
                                         : "no `Facts` are about it, so the game sets it";
    if (property->cells > HTN_MAX_WORLD && !property->is_static)
        base_report(checker->diagnostics, BASE_DIAG_TOO_LARGE, property->declaration->name.span,
                    "a table has at most %d cells unless only `Facts` set it; `%s` has %llu, and %s", HTN_MAX_WORLD,
                    property->name, (unsigned long long)property->cells, why);
}

static void finish_facts(htnc_checker *checker, htnc_property *property)
{
    if (property->fact_count > 0)
        qsort(property->facts, property->fact_count, sizeof *property->facts, compare_facts);
    for (uint32_t i = 1; i < property->fact_count && property->cells > 0;
         i++) /* 0 cells: the table is too large, and numbers of cells overflowed */
        if (property->facts[i].cell == property->facts[i - 1].cell) {
            base_diagnostic *report = base_report(checker->diagnostics, BASE_DIAG_BAD_FACT, property->facts[i].span,
                                                  "this is a second fact about the same cell");
            base_report_note(checker->diagnostics, report, property->facts[i - 1].span, "the first is here");
        }
    property->is_static = property->fact_count > 0 && !property->written && !property->tested && !property->expires;
    report_too_many(checker, property);
}

void htnc_type_facts(htnc_checker *checker)
{
    for (htnc_file *file = checker->model->files; file; file = file->next)
        for (htnc_effect *each = file->facts; each; each = each->next)
            type_fact(checker, each);
    for (htnc_property *each = checker->model->properties; each; each = each->next)
        finish_facts(checker, each);
}
