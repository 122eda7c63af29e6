/*
 * The checked AST's expressions as nodes. A named condition is written out in place: while that is
 * done, its parameters stand for the nodes of the arguments. Conditions do not recurse (names.c), so
 * a parameter stands for one thing at a time.
 */
#include "compiler/lower/lower_expression.h"
#include "compiler/lower/lower_node.h"
#include "compiler/lower/texts.h"

/* A symbol that is known, and not a parameter. */
static bool is_text(const htnc_expr *expr)
{
    bool named = expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_CONSTANT;
    return expr->type->kind == HTNC_TYPE_SYMBOL && (named || expr->kind == HTNC_EXPR_STRING);
}

static htnc_node *string_node(htnc_lowering *lowering, const htnc_expr *expr)
{
    const char *text = expr->kind == HTNC_EXPR_NAME ? expr->to.constant->text : expr->name.text;
    return htnc_node_leaf(lowering, HTNC_NODE_STRING, (int32_t)htnc_texts_add(&lowering->code->strings, text),
                          expr->type);
}

/* What remains of an item that was complained about. */
static htnc_node *given_up(htnc_lowering *lowering)
{
    htnc_too_large(lowering, "with its named conditions written out, this is too large");
    return htnc_node_constant(lowering, 0);
}

static htnc_node *expand(htnc_lowering *lowering, const htnc_expr *expr)
{
    const htnc_condition_decl *condition = expr->to.condition->declaration;
    htnc_node **arguments;
    uint32_t count = 0, i = 0;
    for (const htnc_expr *operand = expr->operands; operand != NULL; operand = operand->next)
        count++;
    arguments = base_alloc_array(lowering->arena, count, sizeof(htnc_node *));
    for (const htnc_expr *operand = expr->operands; operand != NULL; operand = operand->next)
        arguments[i++] = htnc_node_of(lowering, operand);
    i = 0;
    for (htnc_variable *parameter = condition->parameters; parameter != NULL && i < count; parameter = parameter->next)
        parameter->argument = arguments[i++];
    return htnc_node_of_list(lowering, condition->items);
}

static htnc_node **argument_nodes(htnc_lowering *lowering, const htnc_expr *operands, uint32_t count)
{
    htnc_node **arguments = base_alloc_array(lowering->arena, (size_t)count + 1, sizeof *arguments);
    uint32_t i = 0;
    for (const htnc_expr *operand = operands; operand != NULL && i < count; operand = operand->next)
        arguments[i++] = htnc_node_of(lowering, operand);
    return arguments;
}

static htnc_node *cell_node(htnc_lowering *lowering, const htnc_expr *expr)
{
    uint32_t count = expr->to.property->parameter_count;
    return htnc_node_cell(lowering, expr->to.property, argument_nodes(lowering, expr->operands, count), count);
}

static htnc_node *query_node(htnc_lowering *lowering, const htnc_expr *expr)
{
    uint32_t count = expr->to.query->parameter_count;
    return htnc_node_query(lowering, expr->to.query, argument_nodes(lowering, expr->operands, count), count);
}

static htnc_node *property_node(htnc_lowering *lowering, const htnc_expr *expr)
{
    return expr->to.property->parameter_count > 0 ? cell_node(lowering, expr)
                                                  : htnc_node_property(lowering, expr->to.property);
}

static htnc_node *name_node(htnc_lowering *lowering, const htnc_expr *expr)
{
    htnc_variable *variable = expr->to.variable;
    switch (expr->ref) {
    case HTNC_REF_PROPERTY: return property_node(lowering, expr);
    case HTNC_REF_CONDITION: return expand(lowering, expr);
    case HTNC_REF_CONSTANT: return htnc_node_constant(lowering, expr->to.constant->value);
    case HTNC_REF_VALUE: return htnc_node_constant(lowering, expr->to.value->ordinal);
    case HTNC_REF_VARIABLE:
        if (variable->argument != NULL)
            return variable->argument;
        if (variable->bound)
            return htnc_node_local(lowering, variable->slot, variable->type);
        return htnc_node_leaf(lowering, HTNC_NODE_LOCAL, (int32_t)variable->slot, variable->type);
    case HTNC_REF_QUERY: return query_node(lowering, expr);
    case HTNC_REF_UNKNOWN: break; /* reported: never lowered */
    }
    return htnc_node_constant(lowering, 0);
}

static htnc_node *function_node(htnc_lowering *lowering, const htnc_expr *expr)
{
    htnc_node *operands[3] = {NULL, NULL, NULL};
    uint32_t count = 0;
    for (const htnc_expr *operand = expr->operands; operand != NULL && count < 3; operand = operand->next)
        operands[count++] = htnc_node_of(lowering, operand);
    return htnc_node_function(lowering, expr->function, operands, count);
}

static htnc_node *curve_node(htnc_lowering *lowering, const htnc_expr *expr)
{
    htnc_node *x = htnc_node_of(lowering, expr->operands);
    uint32_t count = 0, i = 0;
    int32_t *points;
    for (const htnc_expr *point = expr->operands->next; point != NULL; point = point->next)
        count++;
    if (count / 2 > UINT16_MAX) {
        htnc_too_large(lowering, "a curve has at most 65535 points");
        return htnc_node_constant(lowering, 0);
    }
    points = base_alloc_array(lowering->arena, count, sizeof *points);
    for (const htnc_expr *point = expr->operands->next; point != NULL; point = point->next)
        points[i++] = point->folded;
    return htnc_node_curve(lowering, x, points, count / 2);
}

static htnc_node *operator_node(htnc_lowering *lowering, const htnc_expr *expr)
{
    htnc_node *x = htnc_node_of(lowering, expr->operands);
    if (expr->kind == HTNC_EXPR_UNARY)
        return htnc_node_unary(lowering, expr->op, x);
    return htnc_node_binary(lowering, expr->op, x, htnc_node_of(lowering, expr->operands->next));
}

static htnc_node *node_of(htnc_lowering *lowering, const htnc_expr *expr)
{
    if (is_text(expr))
        return string_node(lowering, expr);
    if (expr->is_constant)
        return htnc_node_constant(lowering, expr->folded);
    switch (expr->kind) {
    case HTNC_EXPR_BOOLEAN:
    case HTNC_EXPR_INTEGER: return htnc_node_constant(lowering, (int32_t)expr->value);
    case HTNC_EXPR_NAME: return name_node(lowering, expr);
    case HTNC_EXPR_UNARY:
    case HTNC_EXPR_BINARY: return operator_node(lowering, expr);
    case HTNC_EXPR_BUILTIN: return function_node(lowering, expr);
    case HTNC_EXPR_CURVE: return curve_node(lowering, expr);
    case HTNC_EXPR_NONE: return htnc_node_constant(lowering, HTNC_NOBODY);
    case HTNC_EXPR_QUANTIFIER: return htnc_node_of_quantifier(lowering, expr);
    case HTNC_EXPR_ANY: return htnc_node_of_any(lowering, expr);
    case HTNC_EXPR_ERROR:
    case HTNC_EXPR_STRING: break; /* reported: never lowered */
    }
    return htnc_node_constant(lowering, 0);
}

htnc_node *htnc_node_of(htnc_lowering *lowering, const htnc_expr *expr)
{
    htnc_node *node;
    if (lowering->nodes > HTNC_NODE_LIMIT || lowering->levels == HTNC_NESTING_LIMIT)
        return given_up(lowering);
    lowering->levels++;
    node = node_of(lowering, expr);
    lowering->levels--;
    return node;
}

/* Both halves apart, so that a long list makes a shallow tree. */
static htnc_node *conjunction(htnc_lowering *lowering, htnc_node **nodes, uint32_t count)
{
    if (count == 1)
        return nodes[0];
    return htnc_node_binary(lowering, HTNC_AND, conjunction(lowering, nodes, count / 2),
                            conjunction(lowering, nodes + count / 2, count - count / 2));
}

htnc_node *htnc_node_of_list(htnc_lowering *lowering, const htnc_expr *items)
{
    htnc_node **nodes;
    uint32_t count = 0, i = 0;
    for (const htnc_expr *item = items; item != NULL; item = item->next)
        count++;
    if (count == 0)
        return htnc_node_constant(lowering, 1);
    nodes = base_alloc_array(lowering->arena, count, sizeof *nodes);
    for (const htnc_expr *item = items; item != NULL; item = item->next) {
        nodes[i++] = htnc_node_of(lowering, item);
        if (item->kind == HTNC_EXPR_ANY)
            break; /* which took the rest of the list with it */
    }
    return conjunction(lowering, nodes, i);
}
