/*
 * The one place where the syntax tree of expressions is walked. A named condition is expanded in place: meanwhile its parameters
 * stand for the nodes of the arguments. Named conditions do not recurse (names_graph.c), so a parameter stands for one node at a
 * time. A quantifier becomes a search; `every` and `none` become the negation of one.
 */
#include "compiler/lower/lower_expression.h"
#include "compiler/lower/lower_fold.h"
#include "compiler/lower/lower_index_choice.h"
#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_test.h"
#include "compiler/lower/texts.h"

/* A symbol whose text is known: not a parameter. */
static bool is_text(const htnc_expr *expr)
{
    bool named = expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_CONSTANT;
    return expr->type->kind == HTNC_TYPE_SYMBOL && (named || expr->kind == HTNC_EXPR_STRING);
}

static htnc_node *string_node(htnc_builder *build, const htnc_expr *expr)
{
    const char *text = expr->kind == HTNC_EXPR_NAME ? expr->to.constant->text : expr->name.text;
    return htnc_node_leaf(build, HTNC_NODE_STRING, (int32_t)htnc_texts_add(&build->code->strings, text), expr->type);
}

/* Returns some node: the subject is too large, and is not walked any further. */
static htnc_node *too_large(htnc_builder *build)
{
    htnc_too_large(build->subject, "with its named conditions written out, this is too large");
    return htnc_node_constant(build, 0);
}

/* --- Names ---------------------------------------------------------------------------------------- */

static htnc_node *expand(htnc_builder *build, const htnc_expr *expr)
{
    const htnc_condition_decl *condition = expr->to.condition->declaration;
    htnc_node **arguments;
    uint32_t count = 0, i = 0;
    for (const htnc_expr *operand = expr->operands; operand != NULL; operand = operand->next)
        count++;
    arguments = base_alloc_array(build->arena, count, sizeof(htnc_node *));
    for (const htnc_expr *operand = expr->operands; operand != NULL; operand = operand->next)
        arguments[i++] = htnc_node_of(build, operand);
    i = 0;
    for (htnc_variable *parameter = condition->parameters; parameter != NULL && i < count; parameter = parameter->next)
        parameter->argument = arguments[i++];
    return htnc_node_of_list(build, condition->items);
}

static htnc_node **argument_nodes(htnc_builder *build, const htnc_expr *operands, uint32_t count)
{
    htnc_node **arguments = base_alloc_array(build->arena, (size_t)count + 1, sizeof *arguments);
    uint32_t i = 0;
    for (const htnc_expr *operand = operands; operand != NULL && i < count; operand = operand->next)
        arguments[i++] = htnc_node_of(build, operand);
    return arguments;
}

static htnc_node *cell_node(htnc_builder *build, const htnc_expr *expr)
{
    uint32_t count = expr->to.property->parameter_count;
    return htnc_node_cell(build, expr->to.property, argument_nodes(build, expr->operands, count), count);
}

static htnc_node *query_node(htnc_builder *build, const htnc_expr *expr)
{
    uint32_t count = expr->to.query->parameter_count;
    return htnc_node_query(build, expr->to.query, argument_nodes(build, expr->operands, count), count);
}

static htnc_node *property_node(htnc_builder *build, const htnc_expr *expr)
{
    return expr->to.property->parameter_count > 0 ? cell_node(build, expr)
                                                  : htnc_node_property(build, expr->to.property);
}

static htnc_node *name_node(htnc_builder *build, const htnc_expr *expr)
{
    htnc_variable *variable = expr->to.variable;
    switch (expr->ref) {
    case HTNC_REF_PROPERTY: return property_node(build, expr);
    case HTNC_REF_CONDITION: return expand(build, expr);
    case HTNC_REF_CONSTANT: return htnc_node_constant(build, expr->to.constant->value);
    case HTNC_REF_VALUE: return htnc_node_constant(build, expr->to.value->ordinal);
    case HTNC_REF_VARIABLE:
        if (variable->argument != NULL)
            return variable->argument;
        if (variable->bound)
            return htnc_node_local(build, variable->slot, variable->type);
        return htnc_node_leaf(build, HTNC_NODE_LOCAL, (int32_t)variable->slot, variable->type);
    case HTNC_REF_QUERY: return query_node(build, expr);
    case HTNC_REF_UNKNOWN: break; /* an error, so it is never lowered */
    }
    return htnc_node_constant(build, 0);
}

static htnc_node *function_node(htnc_builder *build, const htnc_expr *expr)
{
    htnc_node *operands[3] = {NULL, NULL, NULL};
    uint32_t count = 0;
    for (const htnc_expr *operand = expr->operands; operand != NULL && count < 3; operand = operand->next)
        operands[count++] = htnc_node_of(build, operand);
    return htnc_node_function(build, expr->function, operands, count);
}

static htnc_node *curve_node(htnc_builder *build, const htnc_expr *expr)
{
    htnc_node *x = htnc_node_of(build, expr->operands);
    uint32_t count = 0, i = 0;
    int32_t *points;
    for (const htnc_expr *point = expr->operands->next; point != NULL; point = point->next)
        count++;
    if (count / 2 > UINT16_MAX) {
        htnc_too_large(build->subject, "a curve has at most 65535 points");
        return htnc_node_constant(build, 0);
    }
    points = base_alloc_array(build->arena, count, sizeof *points);
    for (const htnc_expr *point = expr->operands->next; point != NULL; point = point->next)
        points[i++] = point->folded;
    return htnc_node_curve(build, x, points, count / 2);
}

static htnc_node *operator_node(htnc_builder *build, const htnc_expr *expr)
{
    htnc_node *x = htnc_node_of(build, expr->operands);
    if (expr->kind == HTNC_EXPR_UNARY)
        return htnc_node_unary(build, expr->op, x);
    return htnc_node_binary(build, expr->op, x, htnc_node_of(build, expr->operands->next));
}

/* --- Quantifiers ---------------------------------------------------------------------------------- */

/* A search through the instances of a variable's type. From now on the variable stands for the loop's local. */
static htnc_search *begin_search(htnc_builder *build, htnc_quantifier quantifier, htnc_variable *variable)
{
    htnc_search *search = BASE_NEW(build->arena, htnc_search);
    search->quantifier = quantifier;
    search->loop.type = variable->type;
    search->loop.variable = search->loop.state = htnc_new_locals(build->subject, build->has_static ? 3 : 1);
    search->result = htnc_new_locals(build->subject, quantifier >= HTNC_LEAST ? 3 : 1);
    search->value = search->result + 1;
    search->found = search->result + 2;
    variable->argument = htnc_node_local(build, search->loop.variable, variable->type);
    return search;
}

/* The search as a node, or what it always finds: a type that is not open has instances. */
static htnc_node *end_search(htnc_builder *build, htnc_search *search, bool possible)
{
    if (!possible)
        return htnc_node_constant(build, 0);
    htnc_set_search_levels(search->tests, search->loop.variable);
    htnc_choose_index(build, &search->loop, search->tests, 1);
    if (search->tests == NULL && !search->loop.type->open) {
        if (search->quantifier == HTNC_EXISTS)
            return htnc_node_constant(build, 1);
        if (search->quantifier == HTNC_COUNT)
            return htnc_node_constant(build, (int32_t)search->loop.type->value_count);
    }
    return htnc_node_search(build, search);
}

static htnc_node *quantifier_node(htnc_builder *build, const htnc_expr *expr)
{
    bool negated = expr->quantifier == HTNC_EVERY || expr->quantifier == HTNC_NO, possible = true;
    htnc_search *search = begin_search(build, negated ? HTNC_EXISTS : expr->quantifier, expr->variables);
    htnc_test **last = &search->tests;
    htnc_node *node, *body;
    if (expr->where != NULL)
        possible = htnc_add_test(build, &last, htnc_node_of(build, expr->where), expr->where->span);
    body = expr->body != NULL ? htnc_node_of(build, expr->body) : NULL;
    if (body != NULL && expr->quantifier < HTNC_SUM) {
        if (expr->quantifier == HTNC_EVERY)
            body = htnc_node_unary(build, HTNC_NOT, body);
        possible = htnc_add_test(build, &last, body, expr->body->span) && possible;
    } else {
        search->body = body;
    }
    node = end_search(build, search, possible);
    return negated ? htnc_node_unary(build, HTNC_NOT, node) : node;
}

/* `any` where nothing behind it can use the instance it binds: whether there is one for which the rest of the list holds. */
static htnc_node *binder_node(htnc_builder *build, const htnc_expr *binder)
{
    htnc_search *search = begin_search(build, HTNC_EXISTS, binder->variables);
    htnc_test **last = &search->tests;
    bool possible = true;
    if (binder->where != NULL)
        possible = htnc_add_test(build, &last, htnc_node_of(build, binder->where), binder->where->span);
    if (binder->next != NULL)
        possible = htnc_add_test(build, &last, htnc_node_of_list(build, binder->next), binder->span) && possible;
    return end_search(build, search, possible);
}

/* --- Expressions ---------------------------------------------------------------------------------- */

static htnc_node *node_of(htnc_builder *build, const htnc_expr *expr)
{
    if (is_text(expr))
        return string_node(build, expr);
    if (expr->is_constant)
        return htnc_node_constant(build, expr->folded);
    switch (expr->kind) {
    case HTNC_EXPR_BOOLEAN:
    case HTNC_EXPR_INTEGER: return htnc_node_constant(build, (int32_t)expr->value);
    case HTNC_EXPR_NAME: return name_node(build, expr);
    case HTNC_EXPR_UNARY:
    case HTNC_EXPR_BINARY: return operator_node(build, expr);
    case HTNC_EXPR_BUILTIN: return function_node(build, expr);
    case HTNC_EXPR_CURVE: return curve_node(build, expr);
    case HTNC_EXPR_NONE: return htnc_node_constant(build, HTNC_NOBODY);
    case HTNC_EXPR_QUANTIFIER: return quantifier_node(build, expr);
    case HTNC_EXPR_ANY: return binder_node(build, expr);
    case HTNC_EXPR_ERROR:
    case HTNC_EXPR_STRING: break; /* errors, so they are never lowered */
    }
    return htnc_node_constant(build, 0);
}

htnc_node *htnc_node_of(htnc_builder *build, const htnc_expr *expr)
{
    htnc_node *node;
    if (build->subject->nodes > HTNC_NODE_LIMIT || build->subject->levels == HTNC_NESTING_LIMIT)
        return too_large(build);
    build->subject->levels++;
    node = node_of(build, expr);
    build->subject->levels--;
    return node;
}

/* By halves, so that a long list makes a shallow tree. */
static htnc_node *conjunction(htnc_builder *build, htnc_node **nodes, uint32_t count)
{
    if (count == 1)
        return nodes[0];
    return htnc_node_binary(build, HTNC_AND, conjunction(build, nodes, count / 2),
                            conjunction(build, nodes + count / 2, count - count / 2));
}

htnc_node *htnc_node_of_list(htnc_builder *build, const htnc_expr *items)
{
    htnc_node **nodes;
    uint32_t count = 0, i = 0;
    for (const htnc_expr *item = items; item != NULL; item = item->next)
        count++;
    if (count == 0)
        return htnc_node_constant(build, 1);
    nodes = base_alloc_array(build->arena, count, sizeof *nodes);
    for (const htnc_expr *item = items; item != NULL; item = item->next) {
        nodes[i++] = htnc_node_of(build, item);
        if (item->kind == HTNC_EXPR_ANY)
            break; /* it contains the rest of the list */
    }
    return conjunction(build, nodes, i);
}
