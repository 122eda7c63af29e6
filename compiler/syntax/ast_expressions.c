/*
 * Constructors of expressions, variables and types. Invariant: an expression is at most HTNC_DEEPEST deep and HTNC_HIGHEST high, so
 * every pass may recurse over it. A sign before a literal, and a lone `=`, are settled here.
 */
#include "compiler/syntax/ast_expressions.h"

static htnc_expr *make(htnc_parser *parser, htnc_expr_kind kind, base_span span)
{
    htnc_expr *expr = BASE_NEW(parser->arena, htnc_expr);
    *expr = (htnc_expr){.kind = kind, .span = span, .depth = 1, .height = 1};
    return expr;
}

static bool is_too_deep(const htnc_expr *expr)
{
    return expr->depth > HTNC_DEEPEST;
}

static void deepen(htnc_expr *expr, const htnc_expr *parts)
{
    for (; parts != NULL; parts = parts->next) {
        if (parts->depth >= expr->depth)
            expr->depth = (uint16_t)(parts->depth + 1);
        if (parts->height >= expr->height)
            expr->height = (uint16_t)(parts->height + 1);
    }
}

/* The links of a row of operators are level: in `a + b - c`, the operand `a + b` does not make the expression deeper. */
static void deepen_row(htnc_expr *expr)
{
    const htnc_expr *left = expr->operands;
    const htnc_expr *right = left->next;
    deepen(expr, left);
    bool same = left->op == expr->op || (expr->op >= HTNC_ADD && left->op >= HTNC_ADD);
    if (left->kind == HTNC_EXPR_BINARY && same && !left->parenthesized)
        expr->depth = left->depth > right->depth ? left->depth : (uint16_t)(right->depth + 1);
}

/* Replaces an expression that is too deep. Expressions around it are too deep as well, and are not reported again. */
static htnc_expr *too_deep(htnc_parser *parser, base_span span)
{
    htnc_expr *expr = htnc_ast_error(parser, span);
    expr->depth = HTNC_DEEPEST + 1;
    return expr;
}

/* Returns the expression, or its replacement where it is too deep or too high. */
static htnc_expr *bounded(htnc_parser *parser, htnc_expr *expr)
{
    if (!is_too_deep(expr) && expr->height <= HTNC_HIGHEST)
        return expr;
    for (const htnc_expr *part = expr->operands; part != NULL; part = part->next)
        if (is_too_deep(part))
            return too_deep(parser, expr->span);
    base_span at = expr->operator_span.end != 0 ? expr->operator_span : expr->span;
    if (is_too_deep(expr))
        htnc_parser_too_deep(parser, at);
    else
        htnc_parser_too_long(parser, at);
    return too_deep(parser, expr->span);
}

htnc_expr *htnc_ast_error(htnc_parser *parser, base_span span)
{
    return make(parser, HTNC_EXPR_ERROR, span);
}

htnc_expr *htnc_ast_boolean(htnc_parser *parser, base_span span, bool value)
{
    htnc_expr *expr = make(parser, HTNC_EXPR_BOOLEAN, span);
    expr->value = value;
    return expr;
}

htnc_expr *htnc_ast_integer(htnc_parser *parser, base_span span, int64_t value)
{
    htnc_expr *expr = make(parser, HTNC_EXPR_INTEGER, span);
    expr->value = value;
    return expr;
}

htnc_expr *htnc_ast_fraction(htnc_parser *parser, base_span span, int64_t thousandths)
{
    htnc_expr *expr = make(parser, HTNC_EXPR_FRACTION, span);
    expr->value = thousandths;
    return expr;
}

htnc_expr *htnc_ast_string(htnc_parser *parser, base_span span, htnc_name text)
{
    if (*htnc_parser_text(parser, span) == '\'')
        return htnc_ast_error(parser, span); /* single quotes were reported */
    htnc_expr *expr = make(parser, HTNC_EXPR_STRING, span);
    expr->name = text;
    return expr;
}

htnc_expr *htnc_ast_none(htnc_parser *parser, base_span span)
{
    return make(parser, HTNC_EXPR_NONE, span);
}

htnc_expr *htnc_ast_name(htnc_parser *parser, base_span span, htnc_name name)
{
    htnc_expr *expr = make(parser, HTNC_EXPR_NAME, span);
    expr->name = name;
    return expr;
}

htnc_expr *htnc_ast_called(htnc_parser *parser, base_span span, htnc_name name, htnc_exprs arguments)
{
    htnc_expr *expr = htnc_ast_name(parser, span, name);
    expr->called = true;
    expr->operands = arguments.first;
    deepen(expr, arguments.first);
    return bounded(parser, expr);
}

static bool is_number(const htnc_expr *expr)
{
    return expr->kind == HTNC_EXPR_INTEGER || expr->kind == HTNC_EXPR_FRACTION;
}

/* 2147483648 is a number only after a minus, and so is 2147483.648. */
static void require_32_bits(htnc_parser *parser, htnc_expr *expr)
{
    if (is_number(expr) && expr->value > INT32_MAX) {
        base_report(parser->diagnostics, BASE_DIAG_NUMBER_TOO_LARGE, expr->span,
                    expr->kind == HTNC_EXPR_FRACTION ? "`%s` is too large: fixed numbers go up to 2147483.647"
                                                     : "`%s` is too large: numbers go up to 2147483647",
                    htnc_parser_text(parser, expr->span));
        expr->value = INT32_MAX;
    }
}

htnc_expr *htnc_ast_unary(htnc_parser *parser, base_span span, htnc_operator_kind op, base_span at, htnc_expr *operand)
{
    bool literal = is_number(operand) && !operand->parenthesized && operand->value >= 0;
    if (op == HTNC_NEGATE && literal) {
        operand->value = -operand->value;
        operand->span = span;
        return operand;
    }
    htnc_expr *expr = make(parser, HTNC_EXPR_UNARY, span);
    expr->op = op;
    expr->operator_span = at;
    expr->operands = operand;
    deepen(expr, operand);
    return bounded(parser, expr);
}

htnc_expr *htnc_ast_binary(htnc_parser *parser, base_span span, htnc_operator_kind op, base_span at, htnc_expr *left,
                           htnc_expr *right)
{
    if (op == HTNC_SUB)
        require_32_bits(parser, right);
    htnc_expr *expr = make(parser, HTNC_EXPR_BINARY, span);
    expr->op = op;
    expr->operator_span = at;
    expr->operands = left;
    left->next = right;
    deepen_row(expr);
    return bounded(parser, expr);
}

htnc_expr *htnc_ast_single_equals(htnc_parser *parser, base_span span, base_span at, htnc_expr *left, htnc_expr *right)
{
    base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_SINGLE_EQUALS, at,
                                        "`=` compares here; write `==` for that, since `=` sets a property");
    base_report_fixit(parser->diagnostics, made, at, "==");
    htnc_expr *expr = htnc_ast_binary(parser, span, HTNC_EQ, at, left, right);
    expr->single_equals = true;
    return expr;
}

htnc_expr *htnc_ast_parenthesized(htnc_expr *inner, base_span span)
{
    inner->parenthesized = true;
    inner->span = span;
    return inner;
}

htnc_expr *htnc_ast_builtin(htnc_parser *parser, base_span span, htnc_function function, htnc_exprs operands)
{
    static const unsigned wanted[] = {[HTNC_MIN] = 2, [HTNC_MAX] = 2, [HTNC_ABS] = 1, [HTNC_CLAMP] = 3};
    static const char *const words[] = {"", "one value", "two values", "three values: x, the least, the greatest"};
    unsigned count = htnc_count_exprs(operands.first);
    if (count != wanted[function]) {
        base_report(parser->diagnostics, BASE_DIAG_ARGUMENT_COUNT, span, "`%s` takes %s; it has %u here",
                    htnc_function_text(function), words[wanted[function]], count);
        return htnc_ast_error(parser, span);
    }
    htnc_expr *expr = make(parser, HTNC_EXPR_BUILTIN, span);
    expr->function = function;
    expr->operands = operands.first;
    deepen(expr, operands.first);
    return bounded(parser, expr);
}

htnc_expr *htnc_ast_curve(htnc_parser *parser, base_span span, htnc_expr *input, htnc_exprs points)
{
    htnc_expr *expr = make(parser, HTNC_EXPR_CURVE, span);
    expr->operands = input;
    input->next = points.first;
    deepen(expr, input);
    return bounded(parser, expr);
}

htnc_expr *htnc_ast_quantifier(htnc_parser *parser, base_span span, htnc_quantifier quantifier, htnc_variable *variable,
                               htnc_expr *source, htnc_expr *where, htnc_expr *body)
{
    htnc_expr *expr = make(parser, HTNC_EXPR_QUANTIFIER, span);
    expr->quantifier = quantifier;
    expr->variables = variable;
    expr->operands = source;
    expr->where = where;
    deepen(expr, source);
    expr->body = body;
    deepen(expr, where);
    deepen(expr, body);
    return bounded(parser, expr);
}

htnc_expr *htnc_ast_binder(htnc_parser *parser, base_span span, htnc_variable *variable, htnc_expr *source,
                           htnc_expr *where)
{
    htnc_expr *expr = make(parser, HTNC_EXPR_ANY, span);
    expr->variables = variable;
    expr->operands = source;
    expr->where = where;
    deepen(expr, source);
    deepen(expr, where);
    return bounded(parser, expr);
}

htnc_expr *htnc_ast_let(htnc_parser *parser, base_span span, htnc_name name, htnc_expr *value)
{
    htnc_expr *expr = make(parser, HTNC_EXPR_LET, span);
    expr->variables = htnc_ast_variable(parser, name, NULL);
    expr->variables->let = value;
    expr->operands = value;
    deepen(expr, value);
    return bounded(parser, expr);
}

/* --- Variables and types ------------------------------------------------------------------------ */

htnc_name htnc_ast_no_name(void)
{
    return (htnc_name){NULL, {0, 0}};
}

htnc_variable *htnc_ast_variable(htnc_parser *parser, htnc_name name, htnc_type_ref *type)
{
    htnc_variable *variable = BASE_NEW(parser->arena, htnc_variable);
    variable->name = name;
    variable->type_ref = type;
    return variable;
}

htnc_type_ref *htnc_ast_named_type(htnc_parser *parser, base_span span, htnc_name name)
{
    htnc_type_ref *type = BASE_NEW(parser->arena, htnc_type_ref);
    type->span = span;
    type->name = name;
    return type;
}

htnc_type_ref *htnc_ast_range_type(htnc_parser *parser, base_span span, htnc_expr *low, htnc_expr *high)
{
    htnc_type_ref *type = BASE_NEW(parser->arena, htnc_type_ref);
    *type = (htnc_type_ref){.span = span, .low = low, .high = high};
    return type;
}
