/*
 * Types of expressions, from the leaves up. An expression that was complained about has the error type, which
 * agrees with everything, so nothing is said twice.
 */
#include "compiler/types/checker.h"
#include "compiler/types/fold.h"

static const char *const operator_texts[] = {
    [HTNC_OR] = "or", [HTNC_AND] = "and", [HTNC_NOT] = "not", [HTNC_EQ] = "==", [HTNC_NE] = "!=",
    [HTNC_LT] = "<",  [HTNC_LE] = "<=",   [HTNC_GT] = ">",    [HTNC_GE] = ">=", [HTNC_ADD] = "+",
    [HTNC_SUB] = "-", [HTNC_MUL] = "*",   [HTNC_DIV] = "/",   [HTNC_MOD] = "%", [HTNC_NEGATE] = "-",
};

static bool is_comparison(const htnc_expr *expr)
{
    return expr->kind == HTNC_EXPR_BINARY && expr->op >= HTNC_EQ && expr->op <= HTNC_GE;
}

/* --- Names ---------------------------------------------------------------------------------------- */

/* A range says what is meant, and nothing more: every integer is passed on. */
static void warn_out_of_range(htnc_checker *checker, const htnc_expr *argument, const htnc_variable *parameter,
                              unsigned position, const char *name)
{
    if (argument->folded >= parameter->type->low && argument->folded <= parameter->type->high)
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

/* What an argument is instead of a value of its parameter's type; NULL where it can be one. */
static const char *no_value_of(htnc_checker *checker, const htnc_expr *argument, const htnc_type *type)
{
    if (argument->kind == HTNC_EXPR_NONE)
        return type->open ? "`none`" : NULL; /* what cannot be `none` was reported */
    if (!argument->is_constant || argument->type->kind != type->kind || type->kind == HTNC_TYPE_ERROR ||
        (argument->folded >= type->low && argument->folded <= type->high))
        return NULL;
    return type->kind == HTNC_TYPE_INTEGER
               ? base_format(checker->arena, "%d, outside `%s`", (int)argument->folded, type->name)
               : base_format(checker->arena, "no `%s`", type->name);
}

/* Such an argument makes a query answer with its default, which on purpose nobody writes. */
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
        base_diagnostic *report = base_report(checker->diagnostics, BASE_DIAG_NEVER_ASKED, each->span,
                                              "argument %u of `%s` is %s, so that nobody is asked: the answer is the "
                                              "default of its type",
                                              position, expr->name.text, what);
        base_report_note(checker->diagnostics, report, query->name.span, "declared here");
    }
}

/* Where a constant is asked for, a name that can never be one is said so; its type may not be known yet. */
static bool report_not_constant(htnc_checker *checker, const htnc_expr *expr)
{
    static const char *const nouns[] = {
        [HTNC_REF_PROPERTY] = "a property",
        [HTNC_REF_VARIABLE] = "a parameter",
        [HTNC_REF_CONDITION] = "a condition",
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
        return checker->model->bool_type;
    case HTNC_REF_QUERY:
        htnc_type_arguments(checker, expr->operands, expr->to.query->declaration->parameters, expr->name.text, true);
        warn_never_asked(checker, expr);
        return expr->to.query->type;
    }
    return checker->model->error_type;
}

/* --- Operators ------------------------------------------------------------------------------------ */

static void expect_number_operand(htnc_checker *checker, const htnc_expr *operand, const char *what)
{
    if (htnc_report_none(checker, operand) || htnc_is_number(operand->type))
        return;
    base_report(checker->diagnostics, BASE_DIAG_NOT_A_NUMBER, operand->span, "`%s` needs numbers, and this is %s", what,
                htnc_type_phrase(checker, operand->type));
}

/* `a < b < c`: says so, and offers `a < b and b < c`. */
static bool report_chain(htnc_checker *checker, const htnc_expr *expr)
{
    const htnc_expr *left = expr->operands, *right = left->next;
    bool left_chain = is_comparison(left) && !left->parenthesized;
    if (!left_chain && !(is_comparison(right) && !right->parenthesized))
        return false;
    base_diagnostic *report = base_report(checker->diagnostics, BASE_DIAG_CHAINED_COMPARISON, expr->operator_span,
                                          "comparisons do not chain: write two, joined by `and`");
    if (left_chain) {
        const char *middle = htnc_source_text(checker, left->operands->next->span);
        base_report_fixit(checker->diagnostics, report, (base_span){left->span.end, left->span.end},
                          base_format(checker->arena, " and %s", middle));
    }
    return true;
}

static void report_different(htnc_checker *checker, const htnc_expr *expr)
{
    const htnc_expr *left = expr->operands, *right = left->next;
    base_diagnostic *report = base_report(
        checker->diagnostics, BASE_DIAG_TYPE_MISMATCH, expr->span, "`%s` compares %s with %s", operator_texts[expr->op],
        htnc_type_phrase(checker, left->type), htnc_type_phrase(checker, right->type));
    htnc_offer_truth(checker, report, left, right->type);
    htnc_offer_truth(checker, report, right, left->type);
    htnc_offer_unquoted(checker, report, left, right->type);
    htnc_offer_unquoted(checker, report, right, left->type);
}

static void check_comparison(htnc_checker *checker, const htnc_expr *expr)
{
    const htnc_expr *left = expr->operands, *right = left->next;
    const htnc_expr *none = left->kind == HTNC_EXPR_NONE ? left : right;
    const htnc_expr *other = none == left ? right : left;
    bool ordered = expr->op != HTNC_EQ && expr->op != HTNC_NE;
    if (report_chain(checker, expr))
        return;
    if (none->kind == HTNC_EXPR_NONE && other->type->kind != HTNC_TYPE_ENTITIES && htnc_report_none(checker, none))
        return;
    if (none->kind == HTNC_EXPR_NONE && htnc_report_never_none(checker, none, other->type))
        return;
    if (!htnc_types_agree(left->type, right->type)) {
        report_different(checker, expr);
        return;
    }
    const htnc_type *type = left->type->kind == HTNC_TYPE_ERROR ? right->type : left->type;
    if (type->kind == HTNC_TYPE_SYMBOL)
        base_report(checker->diagnostics, BASE_DIAG_SYMBOL_USE, expr->span,
                    "strings cannot be compared; they can only be passed on to operators");
    else if (ordered && (type->kind == HTNC_TYPE_BOOL || type->kind == HTNC_TYPE_ENTITIES))
        base_report(checker->diagnostics, BASE_DIAG_NOT_ORDERED, expr->operator_span,
                    "values of `%s` have no order; only `==` and `!=` compare them", type->name);
}

static const htnc_type *type_of_operation(htnc_checker *checker, htnc_expr *expr)
{
    const char *text = operator_texts[expr->op];
    if (expr->op <= HTNC_NOT) {
        for (const htnc_expr *each = expr->operands; each; each = each->next)
            htnc_expect_condition(checker, each, expr->op == HTNC_NOT ? NULL : text);
        return checker->model->bool_type;
    }
    if (is_comparison(expr)) {
        check_comparison(checker, expr);
        return checker->model->bool_type;
    }
    for (const htnc_expr *each = expr->operands; each; each = each->next)
        expect_number_operand(checker, each, text);
    return checker->model->int_type;
}

/* --- Functions ------------------------------------------------------------------------------------ */

static const htnc_type *type_of_builtin(htnc_checker *checker, htnc_expr *expr)
{
    static const char *const names[] = {"min", "max", "abs", "clamp"};
    for (const htnc_expr *each = expr->operands; each; each = each->next)
        expect_number_operand(checker, each, names[expr->function]);
    return checker->model->int_type;
}

/* x0, y0, x1, y1, ...: constants, at least one point, the x rising. */
static bool check_points(htnc_checker *checker, const htnc_expr *points, base_span span)
{
    bool fine = true;
    const htnc_expr *before = NULL;
    for (const htnc_expr *x = points; x && x->next; before = x, x = x->next->next) {
        for (const htnc_expr *each = x; each != x->next->next; each = each->next)
            if (!each->is_constant) {
                if (htnc_is_number(each->type))
                    base_report(checker->diagnostics, BASE_DIAG_NOT_CONSTANT, each->span,
                                "a curve's points must be constant");
                fine = false;
            }
        if (!fine || !before || before->folded < x->folded)
            continue;
        base_diagnostic *report = base_report(checker->diagnostics, BASE_DIAG_CURVE_POINTS, x->span,
                                              "the points of a curve stand in the order of their x, each x once");
        base_report_note(checker->diagnostics, report, before->span, "the point before is at %d", (int)before->folded);
        fine = false;
    }
    if (!points || !points->next) {
        base_report(checker->diagnostics, BASE_DIAG_CURVE_POINTS, span, "a curve needs at least one point, as `x:y`");
        fine = false;
    }
    return fine;
}

static const htnc_type *type_of_curve(htnc_checker *checker, htnc_expr *expr)
{
    for (const htnc_expr *each = expr->operands; each; each = each->next)
        expect_number_operand(checker, each, "curve");
    return check_points(checker, expr->operands->next, expr->span) ? checker->model->int_type
                                                                   : checker->model->error_type;
}

static const htnc_type *type_of_quantifier(htnc_checker *checker, htnc_expr *expr)
{
    bool counts = expr->quantifier == HTNC_COUNT || expr->quantifier >= HTNC_SUM;
    htnc_settle_binders(checker, expr->variables);
    if (expr->where) {
        htnc_type_expr(checker, expr->where);
        htnc_expect_condition(checker, expr->where, NULL);
    }
    if (expr->body && expr->quantifier >= HTNC_SUM) {
        htnc_expect_number(checker, expr->body, "what is added up or compared");
    } else if (expr->body) {
        htnc_type_expr(checker, expr->body);
        htnc_expect_condition(checker, expr->body, NULL);
    }
    return counts ? checker->model->int_type : checker->model->bool_type;
}

/* --- All ------------------------------------------------------------------------------------------ */

/* Whether part of an expression has been complained about, so that nothing more is to be said of the whole. */
static bool has_error(const htnc_expr *list)
{
    for (; list; list = list->next)
        if (list->type->kind == HTNC_TYPE_ERROR && list->kind != HTNC_EXPR_NONE)
            return true;
    return false;
}

static const htnc_type *type_of_composed(htnc_checker *checker, htnc_expr *expr)
{
    for (htnc_expr *each = expr->operands; each; each = each->next)
        htnc_type_expr(checker, each);
    const htnc_type *type = expr->kind == HTNC_EXPR_BUILTIN ? type_of_builtin(checker, expr)
                            : expr->kind == HTNC_EXPR_CURVE ? type_of_curve(checker, expr)
                                                            : type_of_operation(checker, expr);
    return has_error(expr->operands) ? checker->model->error_type : type;
}

static const htnc_type *type_of(htnc_checker *checker, htnc_expr *expr)
{
    switch (expr->kind) {
    case HTNC_EXPR_BOOLEAN: return checker->model->bool_type;
    case HTNC_EXPR_INTEGER: return checker->model->int_type;
    case HTNC_EXPR_STRING: return checker->model->symbol_type;
    case HTNC_EXPR_NAME: return type_of_name(checker, expr);
    case HTNC_EXPR_UNARY:
    case HTNC_EXPR_BINARY:
    case HTNC_EXPR_BUILTIN:
    case HTNC_EXPR_CURVE: return type_of_composed(checker, expr);
    case HTNC_EXPR_QUANTIFIER: return type_of_quantifier(checker, expr);
    case HTNC_EXPR_ERROR:
    case HTNC_EXPR_NONE:
    case HTNC_EXPR_ANY: break;
    }
    return checker->model->error_type;
}

void htnc_type_expr(htnc_checker *checker, htnc_expr *expr)
{
    expr->type = type_of(checker, expr);
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

void htnc_type_conditions(htnc_checker *checker, htnc_expr *items)
{
    for (htnc_expr *item = items; item; item = item->next) {
        if (item->kind == HTNC_EXPR_ANY) {
            item->type = checker->model->bool_type;
            htnc_settle_binders(checker, item->variables);
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
