/*
 * Narrows sets of values by conditions: comparisons with bounded expressions, joined by `and`, `or`, `not` and named conditions.
 * Invariant: a set never loses a value that is possible (lint_values.h).
 */
#include "compiler/lint/lint_values.h"

#include "compiler/types/fold_operators.h"
#include "compiler/types/interval.h"
#include <htn/arithmetic.h>

/* The arguments of a named condition while its items are read. */
typedef struct binding {
    const htnc_variable *parameters;
    const htnc_expr *arguments;
    const struct binding *outer; /* the binding that the arguments belong to */
} binding;

/* Facts need a kilobyte, and every level of recursion keeps a copy. */
enum { DEEPEST_NESTING = 200, QUOTA = 20000 };

/* --- Expressions ---------------------------------------------------------------------------------- */

/* The argument that a named condition's parameter stands for; `where` becomes the binding that the argument belongs to. */
static const htnc_expr *behind(const htnc_expr *expr, const binding **where)
{
    while (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_VARIABLE && *where) {
        const htnc_expr *argument = (*where)->arguments;
        const htnc_variable *parameter = (*where)->parameters;
        while (parameter && argument && parameter != expr->to.variable) {
            parameter = parameter->next;
            argument = argument->next;
        }
        if (!parameter || !argument)
            break;
        expr = argument;
        *where = (*where)->outer;
    }
    return expr;
}

/* The property or task parameter that an expression is, with its type. NULL: it is something else. A numeric parameter takes any number. */
static const void *subject_of(const htnc_linter *linter, const htnc_expr *expr, const htnc_type **type)
{
    if (expr->kind != HTNC_EXPR_NAME || expr->operands)
        return NULL;
    if (expr->ref == HTNC_REF_PROPERTY) {
        *type = expr->to.property->type;
        return expr->to.property;
    }
    if (expr->ref != HTNC_REF_VARIABLE || !expr->to.variable->type || expr->to.variable->bound ||
        expr->to.variable->let)
        return NULL; /* a variable of a list differs in each use of its condition */
    *type = expr->to.variable->type;
    *type = (*type)->kind == HTNC_TYPE_INTEGER ? linter->model->int_type
            : (*type)->kind == HTNC_TYPE_FIXED ? linter->model->fixed_type
                                               : *type;
    return expr->to.variable;
}

static htnc_interval range_of(htnc_linter *linter, const htnc_facts *facts, const htnc_expr *expr,
                              const binding *where);

static htnc_interval range_of_operation(htnc_linter *linter, const htnc_facts *facts, const htnc_expr *expr,
                                        const binding *where)
{
    htnc_interval x = {0, 0}, y = {0, 0};
    if (expr->op > HTNC_GE) {
        x = range_of(linter, facts, expr->operands, where);
        if (expr->op != HTNC_NEGATE)
            y = range_of(linter, facts, expr->operands->next, where);
    }
    return htnc_interval_of_operator(expr->op, x, y);
}

static htnc_interval range_of_builtin(htnc_linter *linter, const htnc_facts *facts, const htnc_expr *expr,
                                      const binding *where)
{
    htnc_interval ranges[3] = {{0, 0}, {0, 0}, {0, 0}}, *range = ranges;
    for (const htnc_expr *operand = expr->operands; operand && range < ranges + 3; operand = operand->next)
        *range++ = range_of(linter, facts, operand, where);
    return htnc_interval_of_function(expr->function, ranges[0], ranges[1], ranges[2]);
}

static htnc_interval range_of(htnc_linter *linter, const htnc_facts *facts, const htnc_expr *expr, const binding *where)
{
    const htnc_type *type;
    if (linter->effort == 0 || linter->quota == 0)
        return (htnc_interval){INT32_MIN, INT32_MAX};
    linter->effort--;
    linter->quota--;
    expr = behind(expr, &where);
    const void *subject = subject_of(linter, expr, &type);
    if (expr->is_constant)
        return (htnc_interval){expr->folded, expr->folded};
    if (subject) {
        const htnc_known *known = htnc_facts_find(facts, subject);
        return known ? (htnc_interval){known->values.low, known->values.high}
                     : (htnc_interval){htnc_lowest(type), type->high};
    }
    switch (expr->kind) {
    case HTNC_EXPR_UNARY:
    case HTNC_EXPR_BINARY: return range_of_operation(linter, facts, expr, where);
    case HTNC_EXPR_BUILTIN: return range_of_builtin(linter, facts, expr, where);
    case HTNC_EXPR_CURVE: return htnc_interval_of_curve(expr->operands->next);
    case HTNC_EXPR_NONE: return (htnc_interval){HTNC_NOBODY, HTNC_NOBODY};
    default: return (htnc_interval){htnc_lowest(expr->type), expr->type->high};
    }
}

/* --- Narrowing ------------------------------------------------------------------------------------ */

static void narrow(htnc_linter *linter, htnc_facts *facts, const htnc_expr *expr, bool truth, const binding *where);

/* Keeps the values of the subject that are `op` some value in `range`. */
static void narrow_subject(htnc_linter *linter, htnc_facts *facts, const void *subject, const htnc_type *type,
                           htnc_operator_kind op, htnc_interval range)
{
    htnc_known *known = htnc_facts_know(facts, subject, type);
    if (!known)
        return;
    htnc_value_set before = known->values;
    switch (op) {
    case HTNC_EQ: htnc_set_keep_between(&known->values, range.low, range.high); break;
    case HTNC_NE:
        if (range.low == range.high)
            htnc_set_remove(&known->values, range.low);
        break;
    case HTNC_LT: htnc_set_keep_between(&known->values, INT32_MIN, (int64_t)range.high - 1); break;
    case HTNC_LE: htnc_set_keep_between(&known->values, INT32_MIN, range.high); break;
    case HTNC_GT: htnc_set_keep_between(&known->values, (int64_t)range.low + 1, INT32_MAX); break;
    default: htnc_set_keep_between(&known->values, range.low, INT32_MAX); break;
    }
    if (htnc_set_is_empty(&known->values)) {
        known->values = before;
        facts->impossible = true;
    } else if (known->values.low != before.low || known->values.high != before.high ||
               known->values.members != before.members) {
        known->span = linter->item;
    }
}

/* For `x == true`, where x is an expression. */
static bool narrow_truth(htnc_linter *linter, htnc_facts *facts, htnc_operator_kind op, const htnc_expr *x,
                         const htnc_expr *y, const binding *where)
{
    if ((op != HTNC_EQ && op != HTNC_NE) || !y->is_constant || y->type->kind != HTNC_TYPE_BOOL)
        return false;
    narrow(linter, facts, x, (y->folded != 0) == (op == HTNC_EQ), where);
    return true;
}

static void narrow_comparison(htnc_linter *linter, htnc_facts *facts, const htnc_expr *expr, bool truth,
                              const binding *where)
{
    htnc_operator_kind op = truth ? expr->op : htnc_opposite(expr->op);
    const htnc_expr *x = expr->operands, *y = x->next;
    if (narrow_truth(linter, facts, op, x, y, where) || narrow_truth(linter, facts, op, y, x, where))
        return;
    const binding *x_where = where, *y_where = where;
    const htnc_type *x_type = NULL, *y_type = NULL;
    x = behind(x, &x_where);
    y = behind(y, &y_where);
    const void *x_subject = subject_of(linter, x, &x_type), *y_subject = subject_of(linter, y, &y_type);
    htnc_interval x_range = range_of(linter, facts, x, x_where), y_range = range_of(linter, facts, y, y_where);
    if (x_subject && x_subject == y_subject) {
        facts->impossible |= op == HTNC_NE || op == HTNC_LT || op == HTNC_GT;
        return;
    }
    if (htnc_interval_compare(op, x_range, y_range) == 0) {
        facts->impossible = true;
        return;
    }
    if (x_subject)
        narrow_subject(linter, facts, x_subject, x_type, op, y_range);
    if (y_subject && !facts->impossible)
        narrow_subject(linter, facts, y_subject, y_type, htnc_mirrored(op), x_range);
}

static void narrow_list(htnc_linter *linter, htnc_facts *facts, const htnc_expr *items, bool truth,
                        const binding *where)
{
    if (truth) {
        for (; items && !facts->impossible; items = items->next)
            narrow(linter, facts, items, true, where);
        return;
    }
    if (items && !items->next) {
        narrow(linter, facts, items, false, where);
        return;
    }
    htnc_facts found = *facts;
    found.impossible = true;
    for (; items && !facts->impossible; items = items->next) {
        htnc_facts failed = *facts;
        narrow(linter, &failed, items, false, where);
        htnc_facts_unite(&found, &failed);
        narrow(linter, facts, items, true, where);
    }
    *facts = found;
}

static void narrow_condition(htnc_linter *linter, htnc_facts *facts, const htnc_expr *expr, bool truth,
                             const binding *where)
{
    const htnc_condition_decl *condition = expr->to.condition->declaration;
    binding inner = {condition->parameters, expr->operands, where};
    narrow_list(linter, facts, condition->items, truth, &inner);
}

static void narrow_either(htnc_linter *linter, htnc_facts *facts, const htnc_expr *expr, bool truth,
                          const binding *where)
{
    htnc_facts other = *facts;
    narrow(linter, facts, expr->operands, truth, where);
    narrow(linter, &other, expr->operands->next, truth, where);
    htnc_facts_unite(facts, &other);
}

static void narrow_name(htnc_linter *linter, htnc_facts *facts, const htnc_expr *expr, bool truth, const binding *where)
{
    const htnc_type *type;
    const void *subject = subject_of(linter, expr, &type);
    if (subject)
        narrow_subject(linter, facts, subject, type, HTNC_EQ, (htnc_interval){truth, truth});
    else if (expr->ref == HTNC_REF_CONDITION && expr->to.condition->cycle == NULL) /* else its text has no end */
        narrow_condition(linter, facts, expr, truth, where);
}

/* Outside named conditions, facts point at the binder's `where`. */
static void narrow_binder(htnc_linter *linter, htnc_facts *facts, const htnc_expr *expr, const binding *where)
{
    base_span item = linter->item;
    linter->item = where ? item : expr->where->span;
    narrow(linter, facts, expr->where, true, where);
    linter->item = item;
}

static void narrow_by_kind(htnc_linter *linter, htnc_facts *facts, const htnc_expr *expr, bool truth,
                           const binding *where)
{
    expr = behind(expr, &where);
    if (expr->is_constant)
        facts->impossible = (expr->folded != 0) != truth;
    else if (expr->kind == HTNC_EXPR_NAME)
        narrow_name(linter, facts, expr, truth, where);
    else if (expr->kind == HTNC_EXPR_ANY && expr->where && truth)
        narrow_binder(linter, facts, expr, where);
    else if (expr->kind == HTNC_EXPR_LET)
        facts->impossible = !truth; /* it cannot fail */
    else if (expr->kind == HTNC_EXPR_UNARY && expr->op == HTNC_NOT)
        narrow(linter, facts, expr->operands, !truth, where);
    else if (expr->kind != HTNC_EXPR_BINARY)
        return;
    else if (expr->op >= HTNC_EQ)
        narrow_comparison(linter, facts, expr, truth, where);
    else if ((expr->op == HTNC_AND) != truth)
        narrow_either(linter, facts, expr, truth, where);
    else {
        narrow(linter, facts, expr->operands, truth, where);
        narrow(linter, facts, expr->operands->next, truth, where);
    }
}

static void narrow(htnc_linter *linter, htnc_facts *facts, const htnc_expr *expr, bool truth, const binding *where)
{
    if (facts->impossible || linter->effort == 0 || linter->quota == 0 || linter->depth == DEEPEST_NESTING)
        return;
    linter->effort--;
    linter->quota--;
    linter->depth++;
    narrow_by_kind(linter, facts, expr, truth, where);
    linter->depth--;
}

void htnc_facts_narrow(htnc_linter *linter, htnc_facts *facts, const htnc_expr *expr, bool truth)
{
    linter->quota = QUOTA;
    linter->item = expr->span;
    narrow(linter, facts, expr, truth, NULL);
}

void htnc_facts_narrow_list(htnc_linter *linter, htnc_facts *facts, const htnc_expr *items, bool truth)
{
    linter->quota = QUOTA;
    narrow_list(linter, facts, items, truth, NULL);
}

bool htnc_item_always_holds(htnc_linter *linter, const htnc_expr *item)
{
    htnc_facts facts;
    htnc_facts_clear(&facts);
    htnc_facts_narrow(linter, &facts, item, false);
    return facts.impossible;
}

bool htnc_always_holds(htnc_linter *linter, const htnc_expr *items)
{
    for (; items; items = items->next)
        if (!htnc_item_always_holds(linter, items))
            return false;
    return true;
}
