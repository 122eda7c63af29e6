/*
 * Quantifiers as searches: a loop over instances, the tests that each must pass, and for a number what it adds.
 * `every` and `none` are the negation of a search, and `any` where nothing follows that could use the choice is one.
 */
#include "compiler/lower/lower_expression.h"
#include "compiler/lower/lower_index.h"
#include "compiler/lower/lower_node.h"

/* One of two things that must both hold: of `x and y`, or of `not (x or y)`. */
static htnc_node *half(htnc_lowering *lowering, htnc_node *node, int which)
{
    if (htnc_node_is(node, HTNC_AND))
        return node->operands[which];
    return htnc_node_unary(lowering, HTNC_NOT, node->operands[0]->operands[which]);
}

bool htnc_add_test(htnc_lowering *lowering, htnc_test ***end, htnc_node *node, base_span span)
{
    htnc_test *test;
    if (htnc_node_is_constant(node))
        return node->value != 0;
    if (htnc_node_is(node, HTNC_AND) || (htnc_node_is(node, HTNC_NOT) && htnc_node_is(node->operands[0], HTNC_OR))) {
        bool first = htnc_add_test(lowering, end, half(lowering, node, 0), span);
        return htnc_add_test(lowering, end, half(lowering, node, 1), span) && first;
    }
    test = BASE_NEW(lowering->arena, htnc_test);
    test->node = node;
    test->span = span;
    **end = test;
    *end = &test->next;
    return true;
}

/* A search through the values of a variable, which from now on stands for the loop's local. */
static htnc_search *begin(htnc_lowering *lowering, htnc_quantifier quantifier, htnc_variable *variable)
{
    htnc_search *search = BASE_NEW(lowering->arena, htnc_search);
    search->quantifier = quantifier;
    search->loop.type = variable->type;
    search->loop.variable = search->loop.state = htnc_new_locals(lowering, lowering->has_static ? 3 : 1);
    search->result = htnc_new_locals(lowering, quantifier >= HTNC_LEAST ? 3 : 1);
    search->value = search->result + 1;
    search->found = search->result + 2;
    variable->argument = htnc_node_local(lowering, search->loop.variable, variable->type);
    return search;
}

static bool is_never_empty(const htnc_type *type)
{
    return !type->open;
}

static htnc_node *end(htnc_lowering *lowering, htnc_search *search, bool possible)
{
    if (!possible)
        return htnc_node_constant(lowering, 0);
    htnc_set_search_levels(search->tests, search->loop.variable);
    htnc_choose_index(lowering, &search->loop, search->tests, 1);
    if (search->tests == NULL && is_never_empty(search->loop.type)) {
        if (search->quantifier == HTNC_EXISTS)
            return htnc_node_constant(lowering, 1);
        if (search->quantifier == HTNC_COUNT)
            return htnc_node_constant(lowering, (int32_t)search->loop.type->value_count);
    }
    return htnc_node_search(lowering, search);
}

htnc_node *htnc_node_of_quantifier(htnc_lowering *lowering, const htnc_expr *expr)
{
    bool negated = expr->quantifier == HTNC_EVERY || expr->quantifier == HTNC_NO, possible = true;
    htnc_search *search = begin(lowering, negated ? HTNC_EXISTS : expr->quantifier, expr->variables);
    htnc_test **last = &search->tests;
    htnc_node *node, *body;
    if (expr->where != NULL)
        possible = htnc_add_test(lowering, &last, htnc_node_of(lowering, expr->where), expr->where->span);
    body = expr->body != NULL ? htnc_node_of(lowering, expr->body) : NULL;
    if (body != NULL && expr->quantifier < HTNC_SUM) {
        if (expr->quantifier == HTNC_EVERY)
            body = htnc_node_unary(lowering, HTNC_NOT, body);
        possible = htnc_add_test(lowering, &last, body, expr->body->span) && possible;
    } else {
        search->body = body;
    }
    node = end(lowering, search, possible);
    return negated ? htnc_node_unary(lowering, HTNC_NOT, node) : node;
}

htnc_node *htnc_node_of_any(htnc_lowering *lowering, const htnc_expr *binder)
{
    htnc_search *search = begin(lowering, HTNC_EXISTS, binder->variables);
    htnc_test **last = &search->tests;
    bool possible = true;
    if (binder->where != NULL)
        possible = htnc_add_test(lowering, &last, htnc_node_of(lowering, binder->where), binder->where->span);
    if (binder->next != NULL)
        possible = htnc_add_test(lowering, &last, htnc_node_of_list(lowering, binder->next), binder->span) && possible;
    return end(lowering, search, possible);
}
