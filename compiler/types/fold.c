/*
 * Constant folding with the machine's own operators (fold_operators.h). A constant has one value in all world states and bindings. A
 * property is never folded, even if its range has only one value. Saturation and division by zero are reported: they are mistakes.
 */
#include "compiler/types/fold.h"

#include "compiler/types/fold_operators.h"
#include "compiler/types/types_report.h"
#include <htn/arithmetic.h>

static void set(htnc_expr *expr, int32_t value)
{
    expr->is_constant = true;
    expr->folded = value;
}

static bool all_constant(const htnc_expr *list)
{
    for (; list; list = list->next)
        if (!list->is_constant)
            return false;
    return true;
}

static void warn_saturates(htnc_checker *checker, const htnc_expr *expr, int64_t exact)
{
    if (exact == htni_saturate(exact))
        return;
    if (expr->type->kind == HTNC_TYPE_FIXED)
        base_report(checker->diagnostics, BASE_DIAG_SATURATES, expr->span,
                    "this is beyond the range of fixed numbers; it becomes %s",
                    htnc_number_text(checker, expr->type, htni_saturate(exact)));
    else
        base_report(checker->diagnostics, BASE_DIAG_SATURATES, expr->span,
                    "this is %lld, beyond 32 bits; it becomes %d", (long long)exact, (int)htni_saturate(exact));
}

static bool is_literal(const htnc_expr *expr)
{
    return expr->kind == HTNC_EXPR_INTEGER || expr->kind == HTNC_EXPR_FRACTION;
}

static void fold_unary(htnc_checker *checker, htnc_expr *expr)
{
    const htnc_expr *operand = expr->operands;
    if (!operand->is_constant)
        return;
    if (expr->op == HTNC_NEGATE) {
        /* -2147483648 is a number, although 2147483648 is too large. */
        int64_t exact = -(is_literal(operand) ? operand->value : (int64_t)operand->folded);
        warn_saturates(checker, expr, exact);
        set(expr, htni_saturate(exact));
        return;
    }
    set(expr, htnc_fold_unary(expr->op, operand->folded));
}

/* The result of a saturating operator, without saturation. */
static int64_t exact_result(htnc_operator_kind op, int64_t x, int64_t y)
{
    switch (op) {
    case HTNC_ADD: return x + y;
    case HTNC_SUB: return x - y;
    case HTNC_MUL: return x * y;
    case HTNC_DIV: return y == 0 ? 0 : x / y;
    case HTNC_MUL_FIXED: return x * y / HTNI_FIXED_ONE; /* not rounded, which does not matter beyond 32 bits */
    case HTNC_DIV_FIXED: return y == 0 ? 0 : x * HTNI_FIXED_ONE / y;
    case HTNC_DIV_ROUND: return y == 0 ? 0 : x / y;
    default: return 0;
    }
}

/* `false and x` is false for every x. Expressions have no side effects, so x need not be evaluated. */
static bool fold_decided(htnc_expr *expr, const htnc_expr *x, const htnc_expr *y)
{
    if (expr->op != HTNC_AND && expr->op != HTNC_OR)
        return false;
    int32_t decisive = expr->op == HTNC_OR;
    if (!(x->is_constant && x->folded == decisive) && !(y->is_constant && y->folded == decisive))
        return false;
    set(expr, decisive);
    return true;
}

static void fold_binary(htnc_checker *checker, htnc_expr *expr)
{
    const htnc_expr *x = expr->operands, *y = x->next;
    const bool divides =
        expr->op == HTNC_DIV || expr->op == HTNC_MOD || expr->op == HTNC_DIV_FIXED || expr->op == HTNC_DIV_ROUND;
    if (divides && y->is_constant && y->folded == 0)
        base_report(checker->diagnostics, BASE_DIAG_DIVISION_BY_ZERO, expr->span,
                    "a division by zero; its result is 0");
    if (fold_decided(expr, x, y) || !x->is_constant || !y->is_constant)
        return;
    warn_saturates(checker, expr, exact_result(expr->op, x->folded, y->folded));
    set(expr, htnc_fold_binary(expr->op, x->folded, y->folded));
}

static void fold_builtin(htnc_checker *checker, htnc_expr *expr)
{
    int32_t values[3] = {0, 0, 0};
    int count = 0;
    if (!all_constant(expr->operands))
        return;
    for (const htnc_expr *each = expr->operands; each && count < 3; each = each->next)
        values[count++] = each->folded;
    if (expr->function == HTNC_FIXED)
        warn_saturates(checker, expr, (int64_t)values[0] * HTNI_FIXED_ONE);
    if (expr->function == HTNC_ABS)
        warn_saturates(checker, expr, values[0] < 0 ? -(int64_t)values[0] : values[0]);
    set(expr, htnc_fold_function(expr->function, values[0], values[1], values[2]));
}

static void fold_curve(htnc_checker *checker, htnc_expr *expr)
{
    uint32_t count = htnc_count_exprs(expr->operands->next);
    if (!all_constant(expr->operands))
        return;
    int32_t *points = base_alloc_array(checker->arena, count, sizeof *points);
    count = 0;
    for (const htnc_expr *each = expr->operands->next; each; each = each->next)
        points[count++] = each->folded;
    set(expr, htnc_fold_curve(points, count / 2, expr->operands->folded));
}

static void fold_name(htnc_checker *checker, htnc_expr *expr)
{
    switch (expr->ref) {
    case HTNC_REF_CONSTANT: set(expr, expr->to.constant->value); break;
    case HTNC_REF_VALUE: set(expr, expr->to.value->ordinal); break;
    case HTNC_REF_CONDITION: {
        const htnc_condition_facts *facts = &checker->conditions[expr->to.condition->index];
        if (facts->is_constant)
            set(expr, facts->value);
        break;
    }
    default: break;
    }
}

void htnc_fold(htnc_checker *checker, htnc_expr *expr)
{
    expr->is_constant = false;
    switch (expr->kind) {
    case HTNC_EXPR_BOOLEAN:
    case HTNC_EXPR_INTEGER:
    case HTNC_EXPR_FRACTION: set(expr, htni_saturate(expr->value)); break;
    case HTNC_EXPR_STRING: set(expr, 0); break;
    case HTNC_EXPR_NAME: fold_name(checker, expr); break;
    case HTNC_EXPR_UNARY: fold_unary(checker, expr); break;
    case HTNC_EXPR_BINARY: fold_binary(checker, expr); break;
    case HTNC_EXPR_BUILTIN: fold_builtin(checker, expr); break;
    case HTNC_EXPR_CURVE: fold_curve(checker, expr); break;
    case HTNC_EXPR_ERROR:
    case HTNC_EXPR_NONE:
    case HTNC_EXPR_QUANTIFIER:
    case HTNC_EXPR_HELD:
    case HTNC_EXPR_LET:
    case HTNC_EXPR_ANY: break;
    }
}
