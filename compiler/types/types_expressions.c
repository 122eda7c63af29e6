/*
 * Types of expressions, from the leaves up, and of the variables and ranges that expressions contain. An expression that was
 * reported has the error type, which agrees with every type, so nothing is reported twice. Neighbours: types_operators.c checks
 * one operator whose operands have their types; fold.c computes constants.
 */
#include "compiler/types/types_expressions.h"

#include "compiler/types/fold.h"
#include "compiler/types/types_fixed.h"
#include "compiler/types/types_held.h"
#include "compiler/types/types_operators.h"
#include "compiler/types/types_ranges.h"
#include "compiler/types/types_report.h"

/* --- Names ---------------------------------------------------------------------------------------- */

/* The range of a parameter is documentation: every integer is passed on. So this is only a warning. */
static void warn_out_of_range(htnc_checker *checker, const htnc_expr *argument, const htnc_variable *parameter,
                              unsigned position, const char *name)
{
    if (parameter->type->kind == HTNC_TYPE_ERROR ||
        (argument->folded >= parameter->type->low && argument->folded <= parameter->type->high))
        return;
    base_diagnostic *report = base_report(checker->diagnostics, BASE_DIAG_ARGUMENT_RANGE, argument->span,
                                          "argument %u of `%s` is outside `%s`; it is passed on as it is", position,
                                          name, parameter->type->name);
    base_report_note(checker->diagnostics, report, parameter->name.span, "declared here");
}

void htnc_type_arguments(htnc_checker *checker, htnc_expr *arguments, const htnc_variable *parameters, const char *name,
                         bool index)
{
    const htnc_variable *parameter = parameters;
    unsigned position = 1;
    for (htnc_expr *each = arguments; each; each = each->next, position++) {
        htnc_type_expr(checker, each);
        if (!parameter)
            continue;
        if (htnc_convert(checker, each, parameter->type,
                         base_format(checker->arena, "argument %u of `%s`", position, name))) {
            parameter = parameter->next;
            continue;
        }
        bool fits = index ? htnc_types_agree(each->type, parameter->type) : htnc_type_fits(each->type, parameter->type);
        if (!fits || each->kind == HTNC_EXPR_NONE) {
            char *what = base_format(checker->arena, "argument %u of `%s`", position, name);
            base_diagnostic *report = htnc_expect_type(checker, each, parameter->type, what);
            base_span declared = parameter->name.text ? parameter->name.span : parameter->type_ref->span;
            if (report)
                base_report_note(checker->diagnostics, report, declared, "declared here");
        } else if (!index && each->is_constant && htnc_is_number(each->type)) {
            warn_out_of_range(checker, each, parameter, position, name);
        }
        parameter = parameter->next;
    }
}

/* What an argument is if it cannot be a value of its parameter's type. NULL: it can be one. */
static const char *no_value_of(htnc_checker *checker, const htnc_expr *argument, const htnc_type *type)
{
    if (argument->kind == HTNC_EXPR_NONE)
        return type->open ? "`none`" : NULL; /* for a closed type `none` was reported */
    if (!argument->is_constant || argument->type->kind != type->kind || type->kind == HTNC_TYPE_ERROR ||
        (argument->folded >= type->low && argument->folded <= type->high))
        return NULL;
    return htnc_is_number(type) ? base_format(checker->arena, "%s, outside `%s`",
                                              htnc_number_text(checker, type, argument->folded), type->name)
                                : base_format(checker->arena, "no `%s`", type->name);
}

/* Warns about arguments outside their types: the query would answer with its default without asking the game. */
static void warn_never_asked(htnc_checker *checker, const htnc_expr *expr)
{
    const htnc_query_decl *query = expr->to.query->declaration;
    const htnc_variable *parameter = query->parameters;
    unsigned position = 1;
    for (const htnc_expr *each = expr->operands; each && parameter; each = each->next, position++) {
        const char *what = no_value_of(checker, each, parameter->type);
        parameter = parameter->next;
        if (!what)
            continue;
        base_diagnostic *report =
            base_report(checker->diagnostics, BASE_DIAG_NEVER_ASKED, each->span,
                        "argument %u of `%s` is %s, so the game is not asked: %s", position, expr->name.text, what,
                        query->max ? "there are no candidates" : "the answer is the default of its type");
        base_report_note(checker->diagnostics, report, query->name.span, "declared here");
    }
}

/* Where a constant is needed, reports a name that cannot be one. Its type may not be known yet. */
static bool report_not_constant(htnc_checker *checker, const htnc_expr *expr)
{
    static const char *const nouns[] = {
        [HTNC_REF_PROPERTY] = "a property",
        [HTNC_REF_VARIABLE] = "a parameter",
        [HTNC_REF_CONDITION] = "a named condition or value",
        [HTNC_REF_QUERY] = "a query",
    };
    if (!checker->constant || expr->ref == HTNC_REF_UNKNOWN || expr->ref == HTNC_REF_CONSTANT ||
        expr->ref == HTNC_REF_VALUE)
        return false;
    base_report(checker->diagnostics, BASE_DIAG_NOT_CONSTANT, expr->span,
                "%s must be known when the domain is compiled, and `%s` is %s", checker->constant, expr->name.text,
                nouns[expr->ref]);
    return true;
}

static const htnc_type *type_of_name(htnc_checker *checker, htnc_expr *expr)
{
    if (report_not_constant(checker, expr))
        return checker->model->error_type;
    switch (expr->ref) {
    case HTNC_REF_UNKNOWN: break;
    case HTNC_REF_PROPERTY:
        htnc_type_arguments(checker, expr->operands, expr->to.property->declaration->parameters, expr->name.text, true);
        return expr->to.property->type;
    case HTNC_REF_CONSTANT: return expr->to.constant->type;
    case HTNC_REF_VALUE: return expr->to.value->type;
    case HTNC_REF_VARIABLE: return expr->to.variable->type;
    case HTNC_REF_CONDITION:
        htnc_type_arguments(checker, expr->operands, expr->to.condition->declaration->parameters, expr->name.text,
                            false);
        return expr->to.condition->type;
    case HTNC_REF_QUERY:
        htnc_type_arguments(checker, expr->operands, expr->to.query->declaration->parameters, expr->name.text, true);
        warn_never_asked(checker, expr);
        return expr->to.query->type;
    }
    return checker->model->error_type;
}

/* --- Operators and quantifiers -------------------------------------------------------------------- */

/* Whether each value of the type is one of the variable. */
static bool takes(const htnc_type *variable, const htnc_type *proposed)
{
    if (variable->kind == HTNC_TYPE_ERROR || proposed->kind == HTNC_TYPE_ERROR)
        return true;
    if (!htnc_is_number(variable))
        return htnc_type_fits(proposed, variable);
    return variable->kind == proposed->kind && variable->low <= proposed->low && variable->high >= proposed->high;
}

static void type_binder(htnc_checker *checker, htnc_expr *binder)
{
    const htnc_variable *variable = binder->variables;
    htnc_expr *source = binder->operands;
    htnc_settle_binder(checker, binder);
    if (!source)
        return;
    htnc_type_expr(checker, source);
    if (source->kind != HTNC_EXPR_NAME || source->ref != HTNC_REF_QUERY || takes(variable->type, source->type))
        return;
    base_diagnostic *report =
        base_report(checker->diagnostics, BASE_DIAG_TYPE_MISMATCH, variable->type_ref->span,
                    "`%s` proposes `%s`, and `%s` is `%s`: give it the query's type; `where` narrows it",
                    source->name.text, source->type->name, variable->name.text, variable->type->name);
    base_report_note(checker->diagnostics, report, source->to.query->declaration->name.span, "declared here");
}

static const htnc_type *type_of_quantifier(htnc_checker *checker, htnc_expr *expr)
{
    bool counts = expr->quantifier == HTNC_COUNT || expr->quantifier >= HTNC_SUM;
    type_binder(checker, expr);
    if (expr->where) {
        htnc_type_expr(checker, expr->where);
        htnc_expect_condition(checker, expr->where, NULL);
    }
    if (expr->body && expr->quantifier >= HTNC_SUM) {
        htnc_expect_number(checker, expr->body, "what is added up or compared");
        if (htnc_is_fixed(expr->body->type))
            return checker->model->fixed_type;
    } else if (expr->body) {
        htnc_type_expr(checker, expr->body);
        htnc_expect_condition(checker, expr->body, NULL);
    }
    return counts ? checker->model->int_type : checker->model->bool_type;
}

/* --- All ------------------------------------------------------------------------------------------ */

/* Whether a part was reported, so that the whole must not be reported again. */
static bool has_error(const htnc_expr *list)
{
    for (; list; list = list->next)
        if (list->type == NULL || (list->type->kind == HTNC_TYPE_ERROR && list->kind != HTNC_EXPR_NONE))
            return true;
    return false;
}

static const htnc_type *type_of_composed(htnc_checker *checker, htnc_expr *expr)
{
    for (htnc_expr *each = expr->operands; each; each = each->next)
        htnc_type_expr(checker, each);
    const htnc_type *type = htnc_type_of_operator(checker, expr);
    return has_error(expr->operands) ? checker->model->error_type : type;
}

/* An item of a Reserve is reported as one, by htnc_type_tasks(). */
static const htnc_type *type_of_held(htnc_checker *checker, htnc_expr *expr)
{
    htnc_expr *operand = expr->operands;
    if (checker->constant) {
        base_report(checker->diagnostics, BASE_DIAG_NOT_CONSTANT, expr->span,
                    "%s must be known when the domain is compiled, and what is held changes", checker->constant);
        return checker->model->error_type;
    }
    htnc_type_expr(checker, operand);
    if (operand->kind == HTNC_EXPR_NONE || operand->type->kind != HTNC_TYPE_ENTITIES) {
        if (expr->called && (operand->kind == HTNC_EXPR_NONE || operand->type->kind != HTNC_TYPE_ERROR))
            base_report(checker->diagnostics, BASE_DIAG_TYPE_MISMATCH, operand->span,
                        "`Held` asks about an instance of an Entities type, not %s",
                        operand->kind == HTNC_EXPR_NONE ? "`none`" : htnc_type_phrase(checker, operand->type));
        return checker->model->error_type;
    }
    expr->held = htnc_held_of(checker, operand->type, expr->span);
    return checker->model->bool_type;
}

static const htnc_type *type_of(htnc_checker *checker, htnc_expr *expr)
{
    switch (expr->kind) {
    case HTNC_EXPR_BOOLEAN: return checker->model->bool_type;
    case HTNC_EXPR_INTEGER: return checker->model->int_type;
    case HTNC_EXPR_FRACTION: return checker->model->fixed_type;
    case HTNC_EXPR_STRING: return checker->model->symbol_type;
    case HTNC_EXPR_NAME: return type_of_name(checker, expr);
    case HTNC_EXPR_UNARY:
    case HTNC_EXPR_BINARY:
    case HTNC_EXPR_BUILTIN:
    case HTNC_EXPR_CURVE: return type_of_composed(checker, expr);
    case HTNC_EXPR_QUANTIFIER: return type_of_quantifier(checker, expr);
    case HTNC_EXPR_HELD: return type_of_held(checker, expr);
    case HTNC_EXPR_ERROR:
    case HTNC_EXPR_NONE:
    case HTNC_EXPR_LET:
    case HTNC_EXPR_ANY: break;
    }
    return checker->model->error_type;
}

void htnc_type_expr(htnc_checker *checker, htnc_expr *expr)
{
    expr->type = type_of(checker, expr);
    if (expr->type == NULL) /* of a declaration that uses itself, which was reported */
        expr->type = checker->model->error_type;
    if (expr->type->kind != HTNC_TYPE_ERROR)
        htnc_fold(checker, expr);
}

void htnc_expect_number(htnc_checker *checker, htnc_expr *expr, const char *what)
{
    htnc_type_expr(checker, expr);
    if (htnc_report_none(checker, expr) || htnc_is_number(expr->type))
        return;
    base_report(checker->diagnostics, BASE_DIAG_NOT_A_NUMBER, expr->span, "%s is a number, not %s", what,
                htnc_type_phrase(checker, expr->type));
}

/* The variable has the type of the expression; a range becomes `int` or `fixed`. */
static void type_let(htnc_checker *checker, htnc_expr *item)
{
    htnc_expr *value = item->operands;
    htnc_variable *variable = item->variables;
    const htnc_type *error = checker->model->error_type;
    htnc_type_expr(checker, value);
    item->type = checker->model->bool_type;
    variable->node = NULL;
    variable->type = value->type->kind == HTNC_TYPE_INTEGER ? checker->model->int_type
                     : htnc_is_fixed(value->type)           ? htnc_listed_fixed_type(checker)
                                                            : value->type;
    if (value->kind == HTNC_EXPR_NONE) {
        base_report(checker->diagnostics, BASE_DIAG_TYPE_MISMATCH, value->span,
                    "nothing says what type `%s` has: `none` is a value of every open Entities type",
                    variable->name.text);
        variable->type = error;
    } else if (value->type->kind == HTNC_TYPE_SYMBOL) {
        base_report(checker->diagnostics, BASE_DIAG_SYMBOL_USE, value->span,
                    "`let` names numbers, truths, values of Enums and instances, not symbols; declare an Enum");
        variable->type = error;
    }
}

void htnc_expect_whole(htnc_checker *checker, htnc_expr *expr, const char *what)
{
    htnc_expect_number(checker, expr, what);
    htnc_report_not_whole(checker, expr, what);
}

void htnc_type_conditions(htnc_checker *checker, htnc_expr *items)
{
    for (htnc_expr *item = items; item; item = item->next) {
        if (item->kind == HTNC_EXPR_LET) {
            type_let(checker, item);
            continue;
        }
        if (item->kind == HTNC_EXPR_ANY) {
            item->type = checker->model->bool_type;
            type_binder(checker, item);
            if (!item->where)
                continue;
            htnc_type_expr(checker, item->where);
            htnc_expect_condition(checker, item->where, NULL);
            continue;
        }
        htnc_type_expr(checker, item);
        htnc_expect_condition(checker, item, NULL);
    }
}

/* --- Constants ------------------------------------------------------------------------------------ */

/* The expression has its type. */
static bool require_constant(htnc_checker *checker, htnc_expr *expr, const htnc_type *type, const char *what)
{
    if (expr->type->kind == HTNC_TYPE_ERROR && expr->kind != HTNC_EXPR_NONE)
        return false;
    if (!type)
        type = htnc_is_fixed(expr->type) ? checker->model->fixed_type : checker->model->int_type;
    if (htnc_convert(checker, expr, type, what))
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

bool htnc_expect_constant(htnc_checker *checker, htnc_expr *expr, const htnc_type *type, const char *what)
{
    checker->constant = what;
    htnc_type_expr(checker, expr);
    checker->constant = NULL;
    return require_constant(checker, expr, type, what);
}

/* --- Types as written, and variables -------------------------------------------------------------- */

/* A range is fixed if one of its ends is. */
static bool settle_end(htnc_checker *checker, htnc_expr *end, const htnc_expr *other)
{
    const bool fixed = htnc_is_fixed(end->type) || htnc_is_fixed(other->type);
    return require_constant(checker, end, fixed ? checker->model->fixed_type : checker->model->int_type,
                            "the end of a range");
}

static const htnc_type *settle_range(htnc_checker *checker, htnc_type_ref *ref)
{
    checker->constant = "the end of a range";
    htnc_type_expr(checker, ref->low);
    htnc_type_expr(checker, ref->high);
    checker->constant = NULL;
    bool low = settle_end(checker, ref->low, ref->high), high = settle_end(checker, ref->high, ref->low);
    if (!low || !high)
        return checker->model->error_type;
    const htnc_type *number = ref->low->type;
    if (ref->low->folded <= ref->high->folded)
        return htnc_is_fixed(number) ? htnc_fixed_range_type(checker, ref->low->folded, ref->high->folded)
                                     : htnc_range_type(checker, ref->low->folded, ref->high->folded);
    base_report(checker->diagnostics, BASE_DIAG_EMPTY_RANGE, ref->span, "no number is in this range: %s is above %s",
                htnc_number_text(checker, number, ref->low->folded),
                htnc_number_text(checker, number, ref->high->folded));
    return checker->model->error_type;
}

const htnc_type *htnc_settle_type(htnc_checker *checker, htnc_type_ref *ref)
{
    if (!ref->type)
        ref->type = settle_range(checker, ref);
    if (ref->type == checker->model->fixed_type)
        htnc_listed_fixed_type(checker);
    return ref->type;
}

static bool can_be_listed(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_ENUM || type->kind == HTNC_TYPE_ENTITIES || type->kind == HTNC_TYPE_ERROR;
}

void htnc_settle_listed(htnc_checker *checker, htnc_variable *variables, const char *what)
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
    htnc_settle_listed(checker, variables, "a variable ranges over");
}

void htnc_settle_binder(htnc_checker *checker, htnc_expr *binder)
{
    htnc_variable *variable = binder->variables;
    if (!binder->operands) {
        htnc_settle_binders(checker, variable);
        return;
    }
    if (variable->type)
        return;
    variable->type = htnc_settle_type(checker, variable->type_ref);
    if (htnc_traits(variable->type)->stored)
        return;
    base_report(checker->diagnostics, BASE_DIAG_SYMBOL_USE, variable->type_ref->span,
                "a query cannot propose symbols; declare an Enum");
    variable->type = checker->model->error_type;
}
