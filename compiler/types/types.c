/*
 * The types pass: types of declarations, then of everything in tasks. Runs only over names that are all resolved.
 * Ranges are interned, so that equal types are the same pointer. Constants and named conditions come in the order of
 * use (names_graph.c), so each is known before it is asked for, without recursion.
 */
#include "compiler/types/types.h"

#include "compiler/types/checker.h"
#include <uthash.h>

/* The table's memory comes from an `arena` in scope. */
#undef uthash_malloc
#undef uthash_free
#define uthash_malloc(size)       base_alloc(arena, (size))
#define uthash_free(memory, size) ((void)(memory))

/* --- Types as written ----------------------------------------------------------------------------- */

typedef struct htnc_range_entry {
    struct {
        int32_t low, high;
    } ends; /* the key */
    const htnc_type *type;
    UT_hash_handle hh;
} htnc_range_entry;

static const htnc_type *range_type(htnc_checker *checker, int32_t low, int32_t high)
{
    base_arena *arena = checker->arena;
    htnc_range_entry *entry, key;
    memset(&key, 0, sizeof key);
    key.ends.low = low;
    key.ends.high = high;
    HASH_FIND(hh, checker->ranges, &key.ends, sizeof key.ends, entry);
    if (entry)
        return entry->type;
    htnc_type *type = BASE_NEW(arena, htnc_type);
    type->kind = HTNC_TYPE_INTEGER;
    type->name = base_format(arena, "%d..%d", (int)low, (int)high);
    type->low = low;
    type->high = high;
    type->index = checker->model->type_count++;
    *checker->types_end = type;
    checker->types_end = &type->next;
    entry = BASE_NEW(arena, htnc_range_entry);
    entry->ends.low = low;
    entry->ends.high = high;
    entry->type = type;
    HASH_ADD(hh, checker->ranges, ends, sizeof entry->ends, entry);
    return type;
}

bool htnc_expect_constant(htnc_checker *checker, htnc_expr *expr, const htnc_type *type, const char *what)
{
    checker->constant = what;
    htnc_type_expr(checker, expr);
    checker->constant = NULL;
    if (expr->type->kind == HTNC_TYPE_ERROR && expr->kind != HTNC_EXPR_NONE)
        return false;
    if (expr->kind == HTNC_EXPR_NONE || !htnc_type_fits(expr->type, type)) {
        htnc_expect_type(checker, expr, type, what);
        return false;
    }
    if (expr->is_constant)
        return true;
    base_report(checker->diagnostics, BASE_DIAG_NOT_CONSTANT, expr->span,
                "%s must be known when the domain is compiled", what);
    return false;
}

static const htnc_type *settle_range(htnc_checker *checker, htnc_type_ref *ref)
{
    const htnc_type *number = checker->model->int_type;
    bool low = htnc_expect_constant(checker, ref->low, number, "the end of a range");
    bool high = htnc_expect_constant(checker, ref->high, number, "the end of a range");
    if (!low || !high)
        return checker->model->error_type;
    if (ref->low->folded <= ref->high->folded)
        return range_type(checker, ref->low->folded, ref->high->folded);
    base_report(checker->diagnostics, BASE_DIAG_EMPTY_RANGE, ref->span, "no number is in this range: %d is above %d",
                (int)ref->low->folded, (int)ref->high->folded);
    return checker->model->error_type;
}

const htnc_type *htnc_settle_type(htnc_checker *checker, htnc_type_ref *ref)
{
    if (!ref->type)
        ref->type = settle_range(checker, ref);
    return ref->type;
}

/* --- Variables ------------------------------------------------------------------------------------ */

static bool can_be_listed(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_ENUM || type->kind == HTNC_TYPE_ENTITIES || type->kind == HTNC_TYPE_ERROR;
}

static void settle_listed(htnc_checker *checker, htnc_variable *variables, const char *what)
{
    for (htnc_variable *each = variables; each; each = each->next) {
        if (each->type)
            continue;
        each->type = each->type_ref ? htnc_settle_type(checker, each->type_ref) : checker->model->error_type;
        if (can_be_listed(each->type))
            continue;
        base_report(checker->diagnostics, BASE_DIAG_TYPE_MISMATCH, each->type_ref->span,
                    "%s an Enum or Entities, not %s", what, htnc_type_phrase(checker, each->type));
        each->type = checker->model->error_type;
    }
}

void htnc_settle_binders(htnc_checker *checker, htnc_variable *variables)
{
    settle_listed(checker, variables, "a variable ranges over");
}

/* Parameters whose type must be written: those of conditions and queries. */
static void settle_parameters(htnc_checker *checker, htnc_variable *parameters, const char *whose)
{
    for (htnc_variable *each = parameters; each; each = each->next) {
        each->type = each->type_ref ? htnc_settle_type(checker, each->type_ref) : checker->model->error_type;
        if (!each->type_ref)
            base_report(checker->diagnostics, BASE_DIAG_UNTYPED_PARAMETER, each->name.span,
                        "a %s's parameters need their types: `%s : int`", whose, each->name.text);
        else if (each->type->kind == HTNC_TYPE_SYMBOL)
            base_report(checker->diagnostics, BASE_DIAG_SYMBOL_USE, each->type_ref->span,
                        "a %s cannot do anything with a symbol; only operators can", whose);
    }
}

/* --- Declarations --------------------------------------------------------------------------------- */

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
    constant->type = value->type->kind == HTNC_TYPE_INTEGER ? model->int_type : value->type;
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
    settle_listed(checker, declaration->parameters, "a table's index is");
    if (type->kind == HTNC_TYPE_SYMBOL) {
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
        base_report(checker->diagnostics, BASE_DIAG_OUT_OF_RANGE, initial->span, "%s is %d, which is outside `%s`",
                    what, (int)initial->folded, type->name);
    else
        property->initial = initial->folded;
}

static void type_condition(htnc_checker *checker, htnc_condition *condition)
{
    htnc_condition_facts *facts = &checker->conditions[condition->index];
    htnc_expr *items = condition->declaration->items;
    settle_parameters(checker, condition->declaration->parameters, "condition");
    htnc_type_conditions(checker, items);
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

static void type_queries(htnc_checker *checker)
{
    for (htnc_query *query = checker->model->queries; query; query = query->next) {
        settle_parameters(checker, query->declaration->parameters, "query");
        query->type = htnc_settle_type(checker, query->declaration->type_ref);
        if (query->type->kind == HTNC_TYPE_SYMBOL)
            base_report(checker->diagnostics, BASE_DIAG_SYMBOL_USE, query->declaration->type_ref->span,
                        "a query cannot answer with a symbol; declare an Enum");
    }
}

/* --- All ------------------------------------------------------------------------------------------ */

static void type_declarations(htnc_checker *checker)
{
    htnc_model *model = checker->model;
    uint32_t count = 0;
    htnc_number_instances(checker); /* closed ones: constants may name them */
    for (htnc_constant *each = model->constants; each; each = each->next)
        type_constant(checker, each);
    htnc_type_entities(checker);
    for (htnc_property *each = model->properties; each; each = each->next)
        type_property(checker, each);
    htnc_type_facts(checker);
    type_queries(checker);
    for (htnc_condition *each = model->conditions; each; each = each->next)
        count++;
    checker->conditions = base_alloc_array(checker->arena, (size_t)count + 1, sizeof *checker->conditions);
    for (htnc_condition *each = model->conditions; each; each = each->next)
        type_condition(checker, each);
}

static void type_the_rest(htnc_checker *checker)
{
    for (htnc_file *file = checker->model->files; file; file = file->next)
        for (htnc_sensor_decl *each = file->sensors; each; each = each->next)
            if (each->every)
                htnc_expect_constant(checker, each->every, checker->model->int_type, "a sensor's interval");
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
}
