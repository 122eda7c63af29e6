/*
 * The type of an operator, a function or a curve whose operands have their types, and what is reported when these do not fit.
 * No recursion: types_expressions.c walks the tree.
 */
#include "compiler/types/types_operators.h"

#include "compiler/types/fold_operators.h"
#include "compiler/types/types_fixed.h"
#include "compiler/types/types_report.h"

static bool is_comparison(const htnc_expr *expr)
{
    return expr->kind == HTNC_EXPR_BINARY && htnc_is_comparison(expr->op);
}

/* --- Operators ------------------------------------------------------------------------------------ */

static void expect_number_operand(htnc_checker *checker, const htnc_expr *operand, const char *what)
{
    if (htnc_report_none(checker, operand) || htnc_is_number(operand->type))
        return;
    base_report(checker->diagnostics, BASE_DIAG_NOT_A_NUMBER, operand->span, "`%s` needs numbers, but this is %s", what,
                htnc_type_phrase(checker, operand->type));
}

/* For `a < b < c`: reports it, and offers `a < b and b < c`. */
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

static bool holds(htnc_operator_kind op, int64_t left, int64_t right)
{
    switch (op) {
    case HTNC_LT: return left < right;
    case HTNC_LE: return left <= right;
    case HTNC_GT: return left > right;
    case HTNC_GE: return left >= right;
    case HTNC_NE: return left != right;
    default: return left == right;
    }
}

/* For `Seen > 0` and `Seen == 1`, as in languages where false is 0: offers `Seen`, or `not Seen`. */
static bool offer_bool(htnc_checker *checker, base_diagnostic *report, const htnc_expr *expr)
{
    const htnc_expr *left = expr->operands, *right = left->next;
    if (left->type->kind != HTNC_TYPE_BOOL || right->kind != HTNC_EXPR_INTEGER || left->kind != HTNC_EXPR_NAME)
        return false;
    const bool if_true = holds(expr->op, 1, right->value), if_false = holds(expr->op, 0, right->value);
    if (if_true == if_false)
        return true; /* it is always so, or never: nobody knows what was meant */
    const char *text = htnc_source_text(checker, left->span);
    base_report_fixit(checker->diagnostics, report, expr->span,
                      if_true ? text : base_format(checker->arena, "not %s", text));
    return true;
}

static void report_different(htnc_checker *checker, const htnc_expr *expr)
{
    const htnc_expr *left = expr->operands, *right = left->next;
    base_diagnostic *report = base_report(
        checker->diagnostics, BASE_DIAG_TYPE_MISMATCH, expr->span, "`%s` compares %s with %s",
        htnc_operator_text(expr->op), htnc_type_phrase(checker, left->type), htnc_type_phrase(checker, right->type));
    if (offer_bool(checker, report, expr))
        return;
    htnc_offer_truth(checker, report, left, right->type);
    htnc_offer_truth(checker, report, right, left->type);
    htnc_offer_unquoted(checker, report, left, right->type);
    htnc_offer_unquoted(checker, report, right, left->type);
}

static void check_comparison(htnc_checker *checker, htnc_expr *expr)
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
    htnc_make_all_fixed(checker, expr->operands);
    if (!htnc_types_agree(left->type, right->type)) {
        report_different(checker, expr);
        return;
    }
    const htnc_type *type = left->type->kind == HTNC_TYPE_ERROR ? right->type : left->type;
    if (!htnc_traits(type)->stored)
        base_report(checker->diagnostics, BASE_DIAG_SYMBOL_USE, expr->span,
                    "strings cannot be compared; they can only be passed on to operators");
    else if (ordered && !htnc_traits(type)->ordered)
        base_report(checker->diagnostics, BASE_DIAG_NOT_ORDERED, expr->operator_span,
                    "values of `%s` have no order; only `==` and `!=` compare them", type->name);
}

/* The type of numbers of which one may be fixed. */
static const htnc_type *common_type(htnc_checker *checker, htnc_expr *numbers)
{
    htnc_make_all_fixed(checker, numbers);
    return htnc_any_is_fixed(numbers) ? checker->model->fixed_type : checker->model->int_type;
}

/* A factor of any size converts, exactly: thousandths times a whole number are thousandths. */
static const htnc_type *type_of_product(htnc_checker *checker, htnc_expr *expr)
{
    const htnc_expr *x = expr->operands, *y = x->next;
    if (!htnc_any_is_fixed(x))
        return checker->model->int_type;
    if (htnc_is_fixed(x->type) && htnc_is_fixed(y->type))
        expr->op = HTNC_MUL_FIXED;
    htnc_warn_whole_division(checker, x);
    htnc_warn_whole_division(checker, y);
    return checker->model->fixed_type;
}

/* So does a divisor. */
static const htnc_type *type_of_quotient(htnc_checker *checker, htnc_expr *expr)
{
    htnc_expr *x = expr->operands, *y = x->next;
    if (!htnc_any_is_fixed(x))
        return checker->model->int_type;
    htnc_make_fixed(checker, x);
    htnc_warn_whole_division(checker, y);
    expr->op = htnc_is_fixed(y->type) ? HTNC_DIV_FIXED : HTNC_DIV_ROUND;
    return checker->model->fixed_type;
}

static const htnc_type *type_of_operation(htnc_checker *checker, htnc_expr *expr)
{
    const char *text = htnc_operator_text(expr->op);
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
    switch (expr->op) {
    case HTNC_MUL:
    case HTNC_MUL_FIXED: return type_of_product(checker, expr);
    case HTNC_DIV:
    case HTNC_DIV_FIXED:
    case HTNC_DIV_ROUND: return type_of_quotient(checker, expr);
    default: return common_type(checker, expr->operands);
    }
}

/* --- Functions ------------------------------------------------------------------------------------ */

/* A conversion that is not needed, such as `round(3)`, is its operand. */
static const htnc_type *replace_by_operand(htnc_expr *expr)
{
    htnc_expr *next = expr->next;
    const base_span span = expr->span;
    *expr = *expr->operands;
    expr->next = next;
    expr->span = span;
    return expr->type;
}

static const htnc_type *type_of_conversion(htnc_checker *checker, htnc_expr *expr)
{
    const bool fixed = htnc_is_fixed(expr->operands->type), becomes = expr->function == HTNC_FIXED;
    htnc_warn_whole_division(checker, expr->operands);
    if (!htnc_is_number(expr->operands->type) || expr->operands->kind == HTNC_EXPR_NONE)
        return checker->model->error_type;
    if (fixed == becomes)
        return replace_by_operand(expr);
    return becomes ? checker->model->fixed_type : checker->model->int_type;
}

static const htnc_type *type_of_builtin(htnc_checker *checker, htnc_expr *expr)
{
    for (const htnc_expr *each = expr->operands; each; each = each->next)
        expect_number_operand(checker, each, htnc_function_text(expr->function));
    return expr->function < HTNC_FIXED ? common_type(checker, expr->operands) : type_of_conversion(checker, expr);
}

/* Whether the points x0, y0, x1, y1, ... are constants, at least one, with rising x. Reports if not. */
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
                                              "the x of a curve's points must rise from point to point");
        base_report_note(checker->diagnostics, report, before->span, "the point before is at %s",
                         htnc_number_text(checker, before->type, before->folded));
        fine = false;
    }
    if (!points || !points->next) {
        base_report(checker->diagnostics, BASE_DIAG_CURVE_POINTS, span, "a curve needs at least one point, as `x:y`");
        fine = false;
    }
    return fine;
}

/* Converts each second number of a list, beginning with the first, if one of them is fixed. Returns whether one is. */
static bool convert_every_second(htnc_checker *checker, htnc_expr *first)
{
    bool fixed = false;
    for (const htnc_expr *each = first; each; each = each->next ? each->next->next : NULL)
        fixed = fixed || htnc_is_fixed(each->type);
    for (htnc_expr *each = first; fixed && each; each = each->next ? each->next->next : NULL)
        htnc_make_fixed(checker, each);
    return fixed;
}

/* The x of all points are like the argument, and the y of all points are alike. */
static const htnc_type *type_of_curve(htnc_checker *checker, htnc_expr *expr)
{
    htnc_expr *x = expr->operands, *points = x->next;
    for (const htnc_expr *each = x; each; each = each->next)
        expect_number_operand(checker, each, "curve");
    htnc_expr *y = points ? points->next : NULL;
    bool fixed_x = htnc_is_fixed(x->type);
    for (const htnc_expr *each = points; each; each = each->next ? each->next->next : NULL)
        fixed_x = fixed_x || htnc_is_fixed(each->type);
    if (fixed_x) {
        htnc_make_fixed(checker, x);
        for (htnc_expr *each = points; each; each = each->next ? each->next->next : NULL)
            htnc_make_fixed(checker, each);
    }
    const htnc_type *type = convert_every_second(checker, y) ? checker->model->fixed_type : checker->model->int_type;
    return check_points(checker, points, expr->span) ? type : checker->model->error_type;
}

const htnc_type *htnc_type_of_operator(htnc_checker *checker, htnc_expr *expr)
{
    switch (expr->kind) {
    case HTNC_EXPR_BUILTIN: return type_of_builtin(checker, expr);
    case HTNC_EXPR_CURVE: return type_of_curve(checker, expr);
    default: return type_of_operation(checker, expr);
    }
}
