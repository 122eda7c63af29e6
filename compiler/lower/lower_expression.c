/*
 * Walks the syntax tree of an expression and makes nodes. A named condition is expanded where it is used: meanwhile each of its
 * parameters stands for the node of an argument. A derived condition is not expanded, so a parameter stands for one node at a time.
 */
#include "compiler/lower/lower_expression.h"
#include "compiler/lower/lower_curve.h"
#include "compiler/lower/lower_fold.h"
#include "compiler/lower/lower_index_choice.h"
#include <htn/arithmetic.h>

/* A symbol whose text is known, so that it is no parameter. */
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

/* The subject is too large and is not walked any further. Any node will do as the result. */
static htnc_node *too_large(htnc_builder *build)
{
    htnc_too_large(build->subject, "with its named conditions written out, this is too large");
    return htnc_node_constant(build, 0);
}

/* --- Names ---------------------------------------------------------------------------------------- */

static htnc_node **nodes_of(htnc_builder *build, const htnc_expr *operands, uint32_t count)
{
    htnc_node **nodes = base_alloc_array(build->arena, (size_t)count + 1, sizeof *nodes);
    uint32_t i = 0;
    for (const htnc_expr *operand = operands; operand != NULL && i < count; operand = operand->next)
        nodes[i++] = htnc_node_of(build, operand);
    return nodes;
}

static htnc_node *expand(htnc_builder *build, const htnc_expr *expr)
{
    const htnc_condition_decl *condition = expr->to.condition->declaration;
    uint32_t count = htnc_count_exprs(expr->operands), i = 0;
    htnc_node **arguments = nodes_of(build, expr->operands, count);
    if (expr->to.condition->cycle != NULL)
        return htnc_node_derive(build, expr->to.condition, arguments, count);
    for (htnc_variable *parameter = condition->parameters; parameter != NULL && i < count; parameter = parameter->next)
        parameter->argument = arguments[i++];
    return condition->value ? htnc_node_of(build, condition->items) : htnc_node_of_list(build, condition->items);
}

static htnc_node *property_node(htnc_builder *build, const htnc_expr *expr)
{
    const htnc_property *property = expr->to.property;
    uint32_t count = property->parameter_count;
    return count == 0 ? htnc_node_property(build, property)
                      : htnc_node_cell(build, property, nodes_of(build, expr->operands, count), count);
}

/* Whether as many others hold the instance as may hold it. */
static htnc_node *held_node(htnc_builder *build, const htnc_expr *expr)
{
    const htnc_held *held = expr->held;
    htnc_node **arguments = base_alloc_array(build->arena, 2, sizeof *arguments);
    uint32_t count = 0;
    if (held->layers != NULL)
        arguments[count++] = htnc_node_layer(build, held->layers);
    arguments[count++] = htnc_node_of(build, expr->operands);
    return htnc_node_binary(build, HTNC_GE, htnc_node_cell(build, held->property, arguments, count),
                            htnc_node_constant(build, held->limit));
}

static htnc_node *query_node(htnc_builder *build, const htnc_expr *expr)
{
    uint32_t count = expr->to.query->parameter_count;
    return htnc_node_query(build, expr->to.query, nodes_of(build, expr->operands, count), count);
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
    uint32_t count = htnc_count_exprs(expr->operands);
    if (expr->function == HTNC_FIXED)
        return htnc_node_binary(build, HTNC_MUL, htnc_node_of(build, expr->operands),
                                htnc_node_constant(build, HTNI_FIXED_ONE));
    return htnc_node_function(build, expr->function, nodes_of(build, expr->operands, count), count);
}

static htnc_node *operator_node(htnc_builder *build, const htnc_expr *expr)
{
    htnc_node *x = htnc_node_of(build, expr->operands);
    if (expr->kind == HTNC_EXPR_UNARY)
        return htnc_node_unary(build, expr->op, x);
    return htnc_node_binary(build, expr->op, x, htnc_node_of(build, expr->operands->next));
}

/* --- Conditions as tests -------------------------------------------------------------------------- */

bool htnc_add_test(htnc_builder *build, htnc_test ***end, htnc_node *node, base_span span)
{
    if (htnc_node_is_constant(node))
        return node->value != 0;
    htnc_test *test = BASE_NEW(build->arena, htnc_test);
    test->node = node;
    test->span = span;
    **end = test;
    *end = &test->next;
    return true;
}

/* `not (x or y)` is `not x and not y`. */
bool htnc_add_tests(htnc_builder *build, htnc_test ***end, htnc_node *node, base_span span)
{
    const bool negated = htnc_node_is(node, HTNC_NOT);
    const htnc_node *both = negated ? node->operands[0] : node;
    bool possible = true;
    if (!htnc_node_is(both, negated ? HTNC_OR : HTNC_AND))
        return htnc_add_test(build, end, node, span);
    for (int i = 0; i < 2; i++) {
        htnc_node *half = negated ? htnc_node_unary(build, HTNC_NOT, both->operands[i]) : both->operands[i];
        possible = htnc_add_tests(build, end, half, span) && possible;
    }
    return possible;
}

bool htnc_add_condition(htnc_builder *build, htnc_test ***end, const htnc_expr *condition)
{
    return condition == NULL || htnc_add_tests(build, end, htnc_node_of(build, condition), condition->span);
}

/* --- Quantifiers ---------------------------------------------------------------------------------- */

uint32_t htnc_list_locals(const htnc_expr *binder)
{
    return binder->operands == NULL ? 0 : HTN_LIST_VALUES + binder->operands->to.query->most;
}

void htnc_begin_loop(htnc_builder *build, htnc_loop *loop, htnc_variable *variable)
{
    loop->type = variable->type;
    loop->variable = loop->state = htnc_new_locals(build->subject, build->has_static ? 3 : 1);
    variable->argument = htnc_node_local(build, loop->variable, variable->type);
}

/* `expr`: a quantifier or a binder. What proposes candidates does not know the variable. */
static htnc_search *begin_search(htnc_builder *build, htnc_quantifier quantifier, const htnc_expr *expr)
{
    htnc_search *search = BASE_NEW(build->arena, htnc_search);
    search->quantifier = quantifier;
    if (expr->operands != NULL) {
        search->loop.from = query_node(build, expr->operands);
        search->loop.list = htnc_new_locals(build->subject, htnc_list_locals(expr));
    }
    htnc_begin_loop(build, &search->loop, expr->variables);
    search->result = htnc_new_locals(build->subject, quantifier >= HTNC_MINIMUM ? 3 : 1);
    search->value = search->result + 1;
    search->found = search->result + 2;
    return search;
}

/* The search as a node, or as a constant where its outcome is known: a type that is not open always has instances. */
static htnc_node *end_search(htnc_builder *build, htnc_search *search, bool possible)
{
    if (!possible)
        return htnc_node_constant(build, 0);
    htnc_choose_search_index(build, &search->loop, search->tests);
    if (search->tests == NULL && search->loop.from == NULL && !search->loop.type->open) {
        if (search->quantifier == HTNC_EXISTS)
            return htnc_node_constant(build, 1);
        if (search->quantifier == HTNC_COUNT)
            return htnc_node_constant(build, (int32_t)search->loop.type->value_count);
    }
    return htnc_node_search(build, search);
}

/* `every x: C` is `not (exists x: not C)`, `none x: C` is `not (exists x: C)`. */
static htnc_node *quantifier_node(htnc_builder *build, const htnc_expr *expr)
{
    bool negated = expr->quantifier == HTNC_EVERY || expr->quantifier == HTNC_NO;
    htnc_search *search = begin_search(build, negated ? HTNC_EXISTS : expr->quantifier, expr);
    htnc_test **end = &search->tests;
    bool possible = htnc_add_condition(build, &end, expr->where);
    htnc_node *body = expr->body != NULL ? htnc_node_of(build, expr->body) : NULL;
    if (body != NULL && expr->quantifier < HTNC_SUM) {
        if (expr->quantifier == HTNC_EVERY)
            body = htnc_node_unary(build, HTNC_NOT, body);
        possible = htnc_add_tests(build, &end, body, expr->body->span) && possible;
    } else {
        search->body = body;
        search->fixed = expr->type->kind == HTNC_TYPE_FIXED;
    }
    htnc_node *node = end_search(build, search, possible);
    return negated ? htnc_node_unary(build, HTNC_NOT, node) : node;
}

/* A binder whose instance nothing outside the list uses: true where the later conditions of the list hold for some instance. */
static htnc_node *binder_node(htnc_builder *build, const htnc_expr *binder)
{
    htnc_search *search = begin_search(build, HTNC_EXISTS, binder);
    htnc_test **end = &search->tests;
    bool possible = htnc_add_condition(build, &end, binder->where);
    if (binder->next != NULL)
        possible = htnc_add_tests(build, &end, htnc_node_of_list(build, binder->next), binder->span) && possible;
    return end_search(build, search, possible);
}

/* A `let` that only the later conditions of its list use. */
static htnc_node *let_node(htnc_builder *build, const htnc_expr *let)
{
    htnc_node *value = htnc_node_of(build, let->operands);
    htnc_variable *variable = let->variables;
    if (let->next == NULL)
        return htnc_node_constant(build, 1);
    if (value->kind == HTNC_NODE_CONSTANT || value->kind == HTNC_NODE_LOCAL) {
        variable->argument = value;
        return htnc_node_of_list(build, let->next);
    }
    htnc_search *search = BASE_NEW(build->arena, htnc_search);
    htnc_test **end = &search->tests;
    search->quantifier = HTNC_EXISTS;
    search->let = value;
    search->loop.variable = search->loop.state = htnc_new_locals(build->subject, 2);
    search->result = search->loop.variable + 1;
    variable->argument = htnc_node_leaf(build, HTNC_NODE_LOCAL, (int32_t)search->loop.variable, variable->type);
    htnc_node *rest = htnc_node_of_list(build, let->next);
    if (!htnc_node_mentions(rest, search->loop.variable))
        return rest;
    htnc_add_tests(build, &end, rest, let->span);
    for (htnc_test *test = search->tests; test != NULL; test = test->next)
        test->level = htnc_node_mentions(test->node, search->loop.variable);
    return htnc_node_search(build, search);
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
    case HTNC_EXPR_INTEGER:
    case HTNC_EXPR_FRACTION: return htnc_node_constant(build, (int32_t)expr->value);
    case HTNC_EXPR_NAME: return name_node(build, expr);
    case HTNC_EXPR_UNARY:
    case HTNC_EXPR_BINARY: return operator_node(build, expr);
    case HTNC_EXPR_BUILTIN: return function_node(build, expr);
    case HTNC_EXPR_CURVE: return htnc_curve_node(build, htnc_node_of(build, expr->operands), expr->operands->next);
    case HTNC_EXPR_NONE: return htnc_node_constant(build, HTNC_NOBODY);
    case HTNC_EXPR_QUANTIFIER: return quantifier_node(build, expr);
    case HTNC_EXPR_ANY: return binder_node(build, expr);
    case HTNC_EXPR_LET: return let_node(build, expr);
    case HTNC_EXPR_HELD: return held_node(build, expr);
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

/* The halves of the list become the operands of an `and`, so that a long list makes a shallow tree. */
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
    uint32_t count = htnc_count_exprs(items), i = 0;
    if (count == 0)
        return htnc_node_constant(build, 1);
    nodes = base_alloc_array(build->arena, count, sizeof *nodes);
    for (const htnc_expr *item = items; item != NULL; item = item->next) {
        nodes[i++] = htnc_node_of(build, item);
        if (item->kind == HTNC_EXPR_ANY || item->kind == HTNC_EXPR_LET)
            break; /* its node contains the rest of the list */
    }
    return conjunction(build, nodes, i);
}
