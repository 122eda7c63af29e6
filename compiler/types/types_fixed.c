/*
 * Conversions between int and fixed; see types_fixed.h. An int converts by itself if its range is known to fit into a fixed number:
 * from the ranges of properties and answers, which always hold. A parameter's range is documentation, so a parameter needs `fixed(n)`.
 */
#include "compiler/types/types_fixed.h"

#include "compiler/types/fold.h"
#include "compiler/types/interval.h"
#include "compiler/types/types_ranges.h"
#include "compiler/types/types_report.h"
#include <htn/arithmetic.h>

enum { MOST_WHOLE = INT32_MAX / HTNI_FIXED_ONE };

static const htnc_interval any_number = {INT32_MIN, INT32_MAX};

bool htnc_is_fixed(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_FIXED;
}

bool htnc_any_is_fixed(const htnc_expr *list)
{
    for (; list; list = list->next)
        if (htnc_is_fixed(list->type))
            return true;
    return false;
}

/* --- Ranges of ints ------------------------------------------------------------------------------- */

static htnc_interval range_of(const htnc_checker *checker, const htnc_expr *expr);

/* A quotient or remainder of ints is not greater than the dividend, whatever the divisor. */
static htnc_interval range_of_division(htnc_interval x)
{
    const int32_t most = htni_value_MAX(htni_value_NEGATE(x.low), x.high);
    return (htnc_interval){htni_value_NEGATE(most), most};
}

static htnc_interval range_of_operation(const htnc_checker *checker, const htnc_expr *expr)
{
    const htnc_interval x = range_of(checker, expr->operands);
    if (expr->op == HTNC_DIV || expr->op == HTNC_MOD)
        return range_of_division(x);
    return htnc_interval_of_operator(expr->op, x,
                                     expr->op == HTNC_NEGATE ? x : range_of(checker, expr->operands->next));
}

static htnc_interval range_of_builtin(const htnc_checker *checker, const htnc_expr *expr)
{
    htnc_interval ranges[3] = {{0, 0}, {0, 0}, {0, 0}}, *range = ranges;
    for (const htnc_expr *operand = expr->operands; operand && range < ranges + 3; operand = operand->next)
        *range++ = range_of(checker, operand);
    return htnc_interval_of_function(expr->function, ranges[0], ranges[1], ranges[2]);
}

/* Of no instances, all are 0. */
static htnc_interval range_of_quantifier(const htnc_checker *checker, const htnc_expr *expr)
{
    const htnc_type *type = expr->variables->type;
    const int32_t most = type->kind == HTNC_TYPE_ERROR ? 0 : htni_saturate((int64_t)htnc_count_values(type));
    if (expr->quantifier == HTNC_COUNT)
        return (htnc_interval){0, most};
    const htnc_interval body = range_of(checker, expr->body);
    const int32_t low = htni_value_MIN(body.low, 0), high = htni_value_MAX(body.high, 0);
    if (expr->quantifier == HTNC_SUM)
        return (htnc_interval){htni_value_MUL(low, most), htni_value_MUL(high, most)};
    return (htnc_interval){low, high};
}

static htnc_interval range_of_name(const htnc_checker *checker, const htnc_expr *expr)
{
    if (expr->ref == HTNC_REF_CONDITION)
        return checker->conditions[expr->to.condition->index].range;
    return expr->ref == HTNC_REF_PROPERTY || expr->ref == HTNC_REF_QUERY
               ? (htnc_interval){expr->type->low, expr->type->high}
               : any_number;
}

static htnc_interval range_of(const htnc_checker *checker, const htnc_expr *expr)
{
    if (expr->is_constant)
        return (htnc_interval){expr->folded, expr->folded};
    if (expr->type->kind != HTNC_TYPE_INTEGER)
        return any_number;
    switch (expr->kind) {
    case HTNC_EXPR_UNARY:
    case HTNC_EXPR_BINARY: return range_of_operation(checker, expr);
    case HTNC_EXPR_BUILTIN: return range_of_builtin(checker, expr);
    case HTNC_EXPR_CURVE: return htnc_interval_of_curve(expr->operands->next);
    case HTNC_EXPR_QUANTIFIER: return range_of_quantifier(checker, expr);
    case HTNC_EXPR_NAME: return range_of_name(checker, expr);
    default: return any_number;
    }
}

htnc_interval htnc_range_known(const htnc_checker *checker, const htnc_expr *expr)
{
    return range_of(checker, expr);
}

/* --- Into fixed ----------------------------------------------------------------------------------- */

void htnc_warn_whole_division(htnc_checker *checker, const htnc_expr *expr)
{
    if (expr->kind != HTNC_EXPR_BINARY || expr->op != HTNC_DIV || expr->type->kind != HTNC_TYPE_INTEGER)
        return;
    const htnc_expr *x = expr->operands, *y = x->next;
    if (x->is_constant && y->is_constant && (y->folded == 0 || y->folded == -1 || x->folded % y->folded == 0))
        return;
    base_report(
        checker->diagnostics, BASE_DIAG_WHOLE_DIVISION, expr->operator_span,
        "`/` between whole numbers leaves out the remainder, and the result is used as a fixed number: make one "
        "side fixed, as in `fixed(%s) / %s`, or write `floor(...)` around that",
        htnc_source_text(checker, x->span), htnc_source_text(checker, y->span));
}

/* Replaces the expression by fixed(expression). */
static void wrap(htnc_checker *checker, htnc_expr *expr)
{
    htnc_expr *inner = BASE_NEW(checker->arena, htnc_expr);
    *inner = *expr;
    inner->next = NULL;
    *expr = (htnc_expr){.next = expr->next,
                        .kind = HTNC_EXPR_BUILTIN,
                        .span = inner->span,
                        .depth = inner->depth,
                        .height = inner->height,
                        .parenthesized = inner->parenthesized,
                        .function = HTNC_FIXED,
                        .operands = inner,
                        .type = checker->model->fixed_type};
    htnc_fold(checker, expr);
}

void htnc_make_fixed(htnc_checker *checker, htnc_expr *expr)
{
    if (expr->type->kind != HTNC_TYPE_INTEGER || expr->kind == HTNC_EXPR_NONE)
        return;
    const htnc_interval range = range_of(checker, expr);
    if (range.low >= -MOST_WHOLE && range.high <= MOST_WHOLE) {
        htnc_warn_whole_division(checker, expr);
        wrap(checker, expr);
        return;
    }
    const char *text = htnc_source_text(checker, expr->span);
    if (expr->is_constant)
        base_report(checker->diagnostics, BASE_DIAG_MAY_NOT_FIT, expr->span,
                    "%d does not fit: fixed numbers go from -2147483.648 to 2147483.647", (int)expr->folded);
    else
        base_report(checker->diagnostics, BASE_DIAG_MAY_NOT_FIT, expr->span,
                    "this int may not fit into a fixed number: write `fixed(%s)`, which saturates", text);
    expr->type = checker->model->error_type;
}

void htnc_make_all_fixed(htnc_checker *checker, htnc_expr *list)
{
    if (htnc_any_is_fixed(list))
        for (; list; list = list->next)
            htnc_make_fixed(checker, list);
}

/* --- Out of fixed --------------------------------------------------------------------------------- */

bool htnc_report_not_whole(htnc_checker *checker, htnc_expr *expr, const char *what)
{
    if (!htnc_is_fixed(expr->type))
        return false;
    const char *text = htnc_source_text(checker, expr->span);
    base_report(checker->diagnostics, BASE_DIAG_NOT_WHOLE, expr->span,
                "%s is a whole number, and this is a fixed number: write `round(%s)`, `floor(%s)` or `ceil(%s)`", what,
                text, text, text);
    expr->type = checker->model->error_type;
    expr->is_constant = false;
    return true;
}

bool htnc_convert(htnc_checker *checker, htnc_expr *expr, const htnc_type *type, const char *what)
{
    if (type->kind == HTNC_TYPE_INTEGER)
        return htnc_report_not_whole(checker, expr, what ? what : "this");
    if (type->kind != HTNC_TYPE_FIXED || expr->type->kind != HTNC_TYPE_INTEGER)
        return false;
    htnc_make_fixed(checker, expr);
    return expr->type->kind == HTNC_TYPE_ERROR;
}
