/*
 * Names in expressions, conditions and types. Reports a name of the wrong kind, and a wrong number of arguments. A variable never hides
 * another name: its name must be free where it is introduced.
 */
#include "compiler/names/names_expressions.h"

#include "compiler/names/names_table.h"
#include <string.h>

/* A task's parameters and bound variables are locals of a frame, and the number of a local is a byte. */
enum { MOST_VARIABLES = 255 };

/* --- Scopes --------------------------------------------------------------------------------------- */

static htnc_variable *find_variable(const htnc_scope *scope, const char *text)
{
    for (; scope; scope = scope->outer)
        if (scope->variable->name.text == text)
            return scope->variable;
    return NULL;
}

const char *htnc_variable_noun(const htnc_variable *variable)
{
    return variable->is_parameter ? "a parameter" : "a variable";
}

static void report_taken(htnc_resolver *resolver, const htnc_variable *variable, base_span first, const char *noun)
{
    base_diagnostic *report = base_report(resolver->diagnostics, BASE_DIAG_NAME_TAKEN, variable->name.span,
                                          "`%s` already means something here: use another name", variable->name.text);
    base_report_note(resolver->diagnostics, report, first, "it is %s", noun);
}

static void report_twice(htnc_resolver *resolver, const htnc_variable *parameter, const htnc_variable *first)
{
    base_diagnostic *report = base_report(resolver->diagnostics, BASE_DIAG_DUPLICATE, parameter->name.span,
                                          "the parameter `%s` is declared twice", parameter->name.text);
    base_report_note(resolver->diagnostics, report, first->name.span, "first declared here");
}

static const htnc_scope *push(htnc_resolver *resolver, const htnc_scope *scope, htnc_variable *variable)
{
    if (!variable->name.text)
        return scope;
    htnc_check_scripts(resolver, &variable->name);
    const htnc_symbol *symbol = htnc_symbol_find(resolver, HTNC_IN_VALUES, variable->name.text);
    const htnc_variable *first = find_variable(scope, variable->name.text);
    if (symbol && symbol->kind != HTNC_SYMBOL_REPORTED)
        report_taken(resolver, variable, symbol->span, htnc_symbol_noun(symbol));
    else if (first && first->is_parameter && variable->is_parameter)
        report_twice(resolver, variable, first);
    else if (first)
        report_taken(resolver, variable, first->name.span, htnc_variable_noun(first));
    uint32_t depth = scope ? scope->depth : 0;
    if (depth == MOST_VARIABLES) /* reported once: one more is let in, further ones are left out */
        base_report(resolver->diagnostics, BASE_DIAG_TOO_LARGE, variable->name.span,
                    "at most %d parameters and variables can be in scope", MOST_VARIABLES);
    if (depth > MOST_VARIABLES)
        return scope;
    htnc_scope *inner = BASE_NEW(resolver->arena, htnc_scope);
    *inner = (htnc_scope){.outer = scope, .variable = variable, .depth = depth + 1};
    return inner;
}

const htnc_scope *htnc_scope_push_all(htnc_resolver *resolver, const htnc_scope *scope, htnc_variable *variables)
{
    for (htnc_variable *each = variables; each; each = each->next) {
        if (each->type_ref)
            htnc_resolve_type(resolver, each->type_ref);
        scope = push(resolver, scope, each);
    }
    return scope;
}

const htnc_scope *htnc_scope_push_bound(htnc_resolver *resolver, const htnc_scope *scope, htnc_variable *variables)
{
    for (htnc_variable *each = variables; each; each = each->next)
        each->bound = true;
    return htnc_scope_push_all(resolver, scope, variables);
}

void htnc_resolve_type(htnc_resolver *resolver, htnc_type_ref *ref)
{
    if (ref->name.text) {
        if (strcmp(ref->name.text, "fixed") == 0 && !htnc_symbol_find(resolver, HTNC_IN_TYPES, ref->name.text)) {
            ref->type = resolver->model->fixed_type;
            return;
        }
        const htnc_symbol *symbol = htnc_symbol_require(resolver, HTNC_IN_TYPES, &ref->name, NULL);
        ref->type = symbol ? symbol->to.type : resolver->model->error_type;
        return;
    }
    htnc_resolve_expr(resolver, ref->low, NULL);
    htnc_resolve_expr(resolver, ref->high, NULL);
}

/* --- Names ---------------------------------------------------------------------------------------- */

bool htnc_check_count(htnc_resolver *resolver, base_span span, const char *what, uint32_t given, uint32_t wanted,
                      base_span declared)
{
    if (given == wanted)
        return true;
    const char *takes = wanted == 0   ? "no arguments"
                        : wanted == 1 ? "1 argument"
                                      : base_format(resolver->arena, "%u arguments", (unsigned)wanted);
    const char *has = given == 0   ? "none is"
                      : given == 1 ? "1 is"
                                   : base_format(resolver->arena, "%u are", (unsigned)given);
    base_diagnostic *report = base_report(resolver->diagnostics, BASE_DIAG_ARGUMENT_COUNT, span,
                                          "%s takes %s, but %s given", what, takes, has);
    base_report_note(resolver->diagnostics, report, declared, "%s here",
                     strncmp(what, "operator", 8) == 0 ? "first used" : "declared");
    return false;
}

/* Reports parentheses after a name that takes no arguments. */
static void check_not_called(htnc_resolver *resolver, const htnc_expr *expr, const char *noun)
{
    if (!expr->called)
        return;
    base_diagnostic *report =
        base_report(resolver->diagnostics, BASE_DIAG_NOT_CALLABLE, expr->span,
                    "`%s` is %s and takes no arguments: write it without parentheses", expr->name.text, noun);
    if (!expr->operands)
        base_report_fixit(resolver->diagnostics, report, (base_span){expr->name.span.end, expr->span.end}, "");
}

static void check_arguments(htnc_resolver *resolver, const htnc_expr *expr, const htnc_symbol *symbol, uint32_t wanted)
{
    uint32_t given = htnc_count_exprs(expr->operands);
    if (given == wanted)
        return;
    char *what = base_format(resolver->arena, "`%s`", symbol->text);
    htnc_check_count(resolver, expr->span, what, given, wanted, symbol->span);
}

static void note_use(htnc_resolver *resolver, htnc_symbol_kind kind, uint32_t index)
{
    if (resolver->owner_edges && resolver->owner_kind == kind)
        htnc_edge_add(resolver->arena, resolver->owner_edges, resolver->owner, index);
}

static void resolve_property(htnc_resolver *resolver, htnc_expr *expr, const htnc_symbol *symbol)
{
    expr->ref = HTNC_REF_PROPERTY;
    expr->to.property = symbol->to.property;
    if (!resolver->in_scenario)
        symbol->to.property->read = true;
    if (symbol->to.property->parameter_count == 0)
        check_not_called(resolver, expr, "a property");
    else
        check_arguments(resolver, expr, symbol, symbol->to.property->parameter_count);
}

static void resolve_condition(htnc_resolver *resolver, htnc_expr *expr, const htnc_symbol *symbol)
{
    expr->ref = HTNC_REF_CONDITION;
    expr->to.condition = symbol->to.condition;
    symbol->to.condition->used = true;
    note_use(resolver, HTNC_SYMBOL_CONDITION, symbol->to.condition->index);
    check_arguments(resolver, expr, symbol, symbol->to.condition->parameter_count);
}

static void resolve_constant(htnc_resolver *resolver, htnc_expr *expr, const htnc_symbol *symbol)
{
    expr->ref = HTNC_REF_CONSTANT;
    expr->to.constant = symbol->to.constant;
    symbol->to.constant->used = true;
    note_use(resolver, HTNC_SYMBOL_CONSTANT, symbol->to.constant->index);
    check_not_called(resolver, expr, "a constant");
}

/* A query with `Max` has no value. */
static void resolve_query(htnc_resolver *resolver, htnc_expr *expr, const htnc_symbol *symbol, bool proposing)
{
    const htnc_query_decl *query = symbol->to.query->declaration;
    expr->ref = HTNC_REF_QUERY;
    expr->to.query = symbol->to.query;
    symbol->to.query->used |= !resolver->in_scenario;
    check_arguments(resolver, expr, symbol, symbol->to.query->parameter_count);
    if (!query->max || proposing)
        return;
    base_diagnostic *report = base_report(
        resolver->diagnostics, BASE_DIAG_PROPOSES, expr->span,
        "`%s` proposes several values and is none itself: `any name : Type from %s(...)` takes them one after the "
        "other",
        symbol->text, symbol->text);
    base_report_note(resolver->diagnostics, report, query->name.span, "declared here, with `Max`");
}

static void resolve_symbol(htnc_resolver *resolver, htnc_expr *expr, const htnc_symbol *symbol, bool proposing)
{
    switch (symbol->kind) {
    case HTNC_SYMBOL_PROPERTY: resolve_property(resolver, expr, symbol); break;
    case HTNC_SYMBOL_CONSTANT: resolve_constant(resolver, expr, symbol); break;
    case HTNC_SYMBOL_CONDITION: resolve_condition(resolver, expr, symbol); break;
    case HTNC_SYMBOL_VALUE:
        expr->ref = HTNC_REF_VALUE;
        expr->to.value = symbol->to.value;
        check_not_called(resolver, expr, htnc_symbol_noun(symbol));
        break;
    case HTNC_SYMBOL_QUERY: resolve_query(resolver, expr, symbol, proposing); break;
    default: break;
    }
}

bool htnc_report_cooldown(htnc_resolver *resolver, const htnc_expr *expr)
{
    if (!expr->called || strcmp(expr->name.text, "Cooldown") != 0 ||
        htnc_symbol_find(resolver, HTNC_IN_VALUES, expr->name.text))
        return false;
    base_report(
        resolver->diagnostics, BASE_DIAG_WRONG_KIND, expr->span,
        "a method's Cooldown belongs to the runtime: conditions cannot read it and effects cannot set it; it shows in "
        "the plan");
    return true;
}

bool htnc_is_held(const htnc_resolver *resolver, const htnc_expr *expr)
{
    return expr->kind == HTNC_EXPR_NAME && expr->called && strcmp(expr->name.text, "Held") == 0 &&
           !htnc_symbol_find(resolver, HTNC_IN_VALUES, expr->name.text);
}

static void resolve_held(htnc_resolver *resolver, htnc_expr *expr, const htnc_scope *scope)
{
    if (htnc_count_exprs(expr->operands) == 1)
        expr->kind = HTNC_EXPR_HELD;
    else
        base_report(resolver->diagnostics, BASE_DIAG_ARGUMENT_COUNT, expr->span,
                    "`Held` takes 1 argument: an instance");
    htnc_resolve_exprs(resolver, expr->operands, scope);
}

/* `fixed(n)`, `round(x)`, `floor(x)` and `ceil(x)`, unless a declaration has the name. */
static bool is_conversion(const htnc_resolver *resolver, const htnc_expr *expr, htnc_function *function)
{
    if (!expr->called || htnc_symbol_find(resolver, HTNC_IN_VALUES, expr->name.text))
        return false;
    for (*function = HTNC_FIXED; *function <= HTNC_CEIL; ++*function)
        if (strcmp(expr->name.text, htnc_function_text(*function)) == 0)
            return true;
    return false;
}

static void resolve_conversion(htnc_resolver *resolver, htnc_expr *expr, htnc_function function,
                               const htnc_scope *scope)
{
    const uint32_t count = htnc_count_exprs(expr->operands);
    if (count == 1) {
        expr->kind = HTNC_EXPR_BUILTIN;
        expr->function = function;
    } else {
        base_report(resolver->diagnostics, BASE_DIAG_ARGUMENT_COUNT, expr->span, "`%s` takes one value; it has %u here",
                    expr->name.text, (unsigned)count);
    }
    htnc_resolve_exprs(resolver, expr->operands, scope);
}

static void resolve_name(htnc_resolver *resolver, htnc_expr *expr, const htnc_scope *scope)
{
    htnc_function function;
    const bool proposing = resolver->proposing;
    resolver->proposing = false;
    if (is_conversion(resolver, expr, &function) && !find_variable(scope, expr->name.text)) {
        resolve_conversion(resolver, expr, function, scope);
        return;
    }
    if (htnc_is_held(resolver, expr)) {
        resolve_held(resolver, expr, scope);
        return;
    }
    if (htnc_report_cooldown(resolver, expr))
        return;
    htnc_resolve_exprs(resolver, expr->operands, scope);
    htnc_variable *variable = find_variable(scope, expr->name.text);
    if (variable) {
        expr->ref = HTNC_REF_VARIABLE;
        expr->to.variable = variable;
        variable->used = true;
        check_not_called(resolver, expr, htnc_variable_noun(variable));
        return;
    }
    const htnc_symbol *symbol = htnc_symbol_require(resolver, HTNC_IN_VALUES, &expr->name, scope);
    if (symbol)
        resolve_symbol(resolver, expr, symbol, proposing);
}

/* --- Expressions ---------------------------------------------------------------------------------- */

/* What is known of a name that is reported already is nothing, so it is not reported again. */
static bool is_unresolved(const htnc_expr *expr)
{
    return expr->kind == HTNC_EXPR_ERROR || (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_UNKNOWN);
}

void htnc_resolve_proposing(htnc_resolver *resolver, htnc_expr *expr, const htnc_scope *scope)
{
    resolver->proposing = true;
    htnc_resolve_expr(resolver, expr, scope);
    resolver->proposing = false;
}

/* `from FindCover(t)`: its arguments do not know the variable. */
static void resolve_source(htnc_resolver *resolver, htnc_expr *binder, const htnc_scope *scope)
{
    htnc_expr *source = binder->operands;
    if (!source)
        return;
    htnc_resolve_proposing(resolver, source, scope);
    binder->variables->proposed = true;
    const bool asks = source->kind == HTNC_EXPR_NAME && source->ref == HTNC_REF_QUERY;
    if (is_unresolved(source) || (asks && source->to.query->declaration->max))
        return;
    if (!asks) {
        base_report(
            resolver->diagnostics, BASE_DIAG_PROPOSES_NOT, source->span,
            "`from` stands before a query that proposes values, declared as `Query [Name(...) : Type] Max [N]`");
        return;
    }
    base_diagnostic *report =
        base_report(resolver->diagnostics, BASE_DIAG_PROPOSES_NOT, source->span,
                    "`%s` answers with one value, and `from` takes several: declare the query with `Max [N]`, or write "
                    "`let %s = %s(...)`",
                    source->name.text, binder->variables->name.text, source->name.text);
    base_report_note(resolver->diagnostics, report, source->to.query->declaration->name.span, "declared here");
}

static void resolve_quantifier(htnc_resolver *resolver, htnc_expr *expr, const htnc_scope *scope)
{
    resolve_source(resolver, expr, scope);
    const htnc_scope *inner = htnc_scope_push_bound(resolver, scope, expr->variables);
    if (expr->where)
        htnc_resolve_expr(resolver, expr->where, inner);
    if (expr->body)
        htnc_resolve_expr(resolver, expr->body, inner);
    for (const htnc_variable *each = expr->variables; each; each = each->next) {
        htnc_closed *closed = base_alloc(resolver->arena, sizeof *closed);
        *closed = (htnc_closed){resolver->closed, each};
        resolver->closed = closed;
    }
}

static bool is_unknown(const htnc_resolver *resolver, const htnc_expr *expr, const htnc_scope *scope)
{
    if (expr->kind != HTNC_EXPR_NAME)
        return false;
    for (; scope; scope = scope->outer)
        if (scope->variable->name.text == expr->name.text)
            return false;
    return !htnc_symbol_find(resolver, HTNC_IN_VALUES, expr->name.text);
}

/* `is-hungry`, written without blanks, of two words that are no names: reported once. */
static bool report_minus(htnc_resolver *resolver, const htnc_expr *expr, const htnc_scope *scope)
{
    const htnc_expr *left = expr->operands, *right = left->next;
    if (expr->op != HTNC_SUB || left->span.end + 1 != right->span.begin || !is_unknown(resolver, left, scope) ||
        !is_unknown(resolver, right, scope))
        return false;
    const bool capital = right->name.text[0] >= 'A' && right->name.text[0] <= 'Z';
    const char *text = base_format(resolver->arena, "%s%s%s", left->name.text, capital ? "" : "_", right->name.text);
    base_diagnostic *report =
        base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_NAME, expr->span,
                    "unknown name `%s-%s`; names have no `-`: write `%s`", left->name.text, right->name.text, text);
    base_report_fixit(resolver->diagnostics, report, expr->span, text);
    return true;
}

/* The type that was declared for what a name stands for. NULL: none, or it is no name. */
static const htnc_type *declared_type(const htnc_resolver *resolver, const htnc_expr *expr, const htnc_scope *scope)
{
    if (expr->kind != HTNC_EXPR_NAME)
        return NULL;
    const htnc_variable *variable = find_variable(scope, expr->name.text);
    if (variable)
        return variable->type_ref ? variable->type_ref->type : NULL;
    const htnc_symbol *symbol = htnc_symbol_find(resolver, HTNC_IN_VALUES, expr->name.text);
    if (!symbol || symbol->kind != HTNC_SYMBOL_PROPERTY)
        return NULL;
    return symbol->to.property->declaration->type_ref->type;
}

void htnc_resolve_wanted(htnc_resolver *resolver, htnc_expr *expr, const htnc_type *wanted, const htnc_scope *scope)
{
    const htnc_type *before = resolver->wanted;
    resolver->wanted = expr->kind == HTNC_EXPR_NAME && !expr->called ? wanted : NULL;
    htnc_resolve_expr(resolver, expr, scope);
    resolver->wanted = before;
}

void htnc_resolve_like(htnc_resolver *resolver, htnc_expr *expr, const htnc_expr *other, const htnc_scope *scope)
{
    htnc_resolve_wanted(resolver, expr, declared_type(resolver, other, scope), scope);
}

static void resolve_operands(htnc_resolver *resolver, htnc_expr *expr, const htnc_scope *scope)
{
    htnc_expr *left = expr->operands, *right = left->next;
    if (report_minus(resolver, expr, scope))
        return;
    if (expr->op < HTNC_EQ || expr->op > HTNC_GE) {
        htnc_resolve_exprs(resolver, expr->operands, scope);
        return;
    }
    htnc_resolve_like(resolver, left, right, scope);
    htnc_resolve_like(resolver, right, left, scope);
}

void htnc_resolve_expr(htnc_resolver *resolver, htnc_expr *expr, const htnc_scope *scope)
{
    switch (expr->kind) {
    case HTNC_EXPR_ERROR:
    case HTNC_EXPR_BOOLEAN:
    case HTNC_EXPR_INTEGER:
    case HTNC_EXPR_FRACTION:
    case HTNC_EXPR_STRING:
    case HTNC_EXPR_NONE: break;
    case HTNC_EXPR_NAME: resolve_name(resolver, expr, scope); break;
    case HTNC_EXPR_BINARY: resolve_operands(resolver, expr, scope); break;
    case HTNC_EXPR_UNARY:
    case HTNC_EXPR_BUILTIN:
    case HTNC_EXPR_HELD:
    case HTNC_EXPR_CURVE: htnc_resolve_exprs(resolver, expr->operands, scope); break;
    case HTNC_EXPR_QUANTIFIER: resolve_quantifier(resolver, expr, scope); break;
    case HTNC_EXPR_ANY:
        base_report(resolver->diagnostics, BASE_DIAG_BINDER_PLACE, expr->span,
                    "`any` is a whole item of a list of conditions; inside an expression write `exists(...)`");
        break;
    case HTNC_EXPR_LET:
        base_report(resolver->diagnostics, BASE_DIAG_LET_PLACE, expr->span,
                    "`let` is a whole item of a list of conditions; it cannot stand inside an expression");
        break;
    }
}

void htnc_resolve_exprs(htnc_resolver *resolver, htnc_expr *list, const htnc_scope *scope)
{
    for (htnc_expr *each = list; each; each = each->next)
        htnc_resolve_expr(resolver, each, scope);
}

void htnc_report_lets(htnc_resolver *resolver, const htnc_expr *items, const char *what)
{
    for (; items; items = items->next)
        if (items->kind == HTNC_EXPR_LET)
            base_report(resolver->diagnostics, BASE_DIAG_LET_PLACE, items->span,
                        "%s holds no `let`: write the expression in place of `%s`", what, items->variables->name.text);
}

/* For `fare = 3 + N`, where `let` was left out. */
static void note_missing_let(htnc_resolver *resolver, const htnc_expr *item)
{
    const htnc_expr *left = item->operands;
    if (item->kind != HTNC_EXPR_BINARY || !item->single_equals || left->kind != HTNC_EXPR_NAME)
        return;
    const htnc_symbol *symbol = htnc_symbol_find(resolver, HTNC_IN_VALUES, left->name.text);
    if (symbol && symbol->kind == HTNC_SYMBOL_REPORTED && symbol->uses == 0 && !symbol->report->fixits)
        base_report_note(resolver->diagnostics, symbol->report, (base_span){0, 0},
                         "to give a value a name, write `let %s = ...`", left->name.text);
}

const htnc_scope *htnc_resolve_conditions(htnc_resolver *resolver, htnc_expr *items, const htnc_scope *scope)
{
    for (htnc_expr *item = items; item; item = item->next) {
        if (item->kind == HTNC_EXPR_LET) {
            htnc_resolve_exprs(resolver, item->operands, scope);
            scope = htnc_scope_push_all(resolver, scope, item->variables);
            continue;
        }
        if (item->kind != HTNC_EXPR_ANY) {
            htnc_resolve_expr(resolver, item, scope);
            note_missing_let(resolver, item);
            continue;
        }
        resolve_source(resolver, item, scope);
        scope = htnc_scope_push_bound(resolver, scope, item->variables);
        if (item->where)
            htnc_resolve_expr(resolver, item->where, scope);
    }
    return scope;
}
