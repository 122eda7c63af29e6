/*
 * Nodes of expressions: made folded, with their range and what they need, so that nothing later
 * walks a tree to find out. Expressions have no effects, so `false and x` is false whatever x is.
 */
#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_facts.h"
#include "compiler/lower/lower_range.h"
#include "compiler/passes.h"
#include "compiler/types/fold_operators.h"

/* A node in place of one that would be too large; the complaint keeps it out of any blob. */
static htnc_node *checked(htnc_lowering *lowering, htnc_node *node)
{
    if (node->size <= HTNC_NODE_LIMIT && node->depth <= HTNC_NESTING_LIMIT)
        return node;
    htnc_too_large(lowering, "with its named conditions written out, this is too large");
    return htnc_node_constant(lowering, 0);
}

static htnc_node *make(htnc_lowering *lowering, htnc_node_kind kind)
{
    htnc_node *node = BASE_NEW(lowering->arena, htnc_node);
    lowering->nodes++;
    node->kind = kind;
    node->low = INT32_MIN;
    node->high = INT32_MAX;
    node->size = 1;
    node->depth = 1;
    node->stack = 1;
    return node;
}

/* Takes up what is known of a part: size, depth, searches. Sizes within the limit cannot overflow. */
static void contain(htnc_node *node, const htnc_node *part)
{
    node->size += part->size;
    if (node->size > HTNC_NODE_LIMIT)
        node->size = HTNC_NODE_LIMIT + 1;
    if (node->depth <= part->depth)
        node->depth = part->depth + 1;
    node->searches = node->searches || part->searches;
}

static void attach(htnc_node *node, uint32_t position, htnc_node *operand)
{
    node->operands[position] = operand;
    contain(node, operand);
    if (node->stack < operand->stack + position)
        node->stack = operand->stack + position;
}

htnc_node *htnc_node_constant(htnc_lowering *lowering, int32_t value)
{
    htnc_node *node = make(lowering, HTNC_NODE_CONSTANT);
    node->value = node->low = node->high = value;
    return node;
}

htnc_node *htnc_node_leaf(htnc_lowering *lowering, htnc_node_kind kind, int32_t value, const htnc_type *type)
{
    htnc_node *node = make(lowering, kind);
    node->value = value;
    /* A parameter of a range's type takes any integer; one of another type only that type's values. */
    if (type->kind == HTNC_TYPE_BOOL || type->kind == HTNC_TYPE_ENUM || type->kind == HTNC_TYPE_ENTITIES) {
        node->low = htnc_lowest(type);
        node->high = type->high;
    }
    return node;
}

htnc_node *htnc_node_local(htnc_lowering *lowering, uint32_t slot, const htnc_type *type)
{
    htnc_node *node = htnc_node_leaf(lowering, HTNC_NODE_LOCAL, (int32_t)slot, type);
    node->low = type->low;
    return node;
}

htnc_node *htnc_node_property(htnc_lowering *lowering, const htnc_property *property)
{
    htnc_node *node = make(lowering, HTNC_NODE_PROPERTY);
    node->property = property;
    node->low = htnc_lowest(property->type);
    node->high = property->type->high;
    return node;
}

/* The cell that constant arguments name; false where one is no value of its parameter's type. */
static bool constant_cell(const htnc_property *table, htnc_node **arguments, uint64_t *cell)
{
    const htnc_variable *parameter = table->declaration->parameters;
    *cell = 0;
    for (uint32_t i = 0; parameter != NULL; parameter = parameter->next, i++) {
        const htnc_type *type = parameter->type;
        if (arguments[i]->value < type->low || arguments[i]->value > type->high)
            return false;
        *cell = *cell * htnc_count_values(type) + (uint64_t)((int64_t)arguments[i]->value - type->low);
    }
    return true;
}

/* Arguments lie on the stack together, in order. */
static void take_arguments(htnc_node *node, htnc_node **arguments, uint32_t count)
{
    node->arguments = arguments;
    node->count = count;
    for (uint32_t i = 0; i < count; i++) {
        contain(node, arguments[i]);
        if (node->stack < arguments[i]->stack + i)
            node->stack = arguments[i]->stack + i;
    }
}

htnc_node *htnc_node_query(htnc_lowering *lowering, const htnc_query *query, htnc_node **arguments, uint32_t count)
{
    htnc_node *node = make(lowering, HTNC_NODE_QUERY);
    node->query = query;
    node->low = htnc_lowest(query->type);
    node->high = query->type->high;
    take_arguments(node, arguments, count);
    return checked(lowering, node);
}

htnc_node *htnc_node_cell(htnc_lowering *lowering, const htnc_property *table, htnc_node **arguments, uint32_t count)
{
    htnc_node *node = make(lowering, HTNC_NODE_CELL);
    bool known = table->is_static;
    uint64_t cell;
    node->property = table;
    node->low = htnc_lowest(table->type);
    node->high = table->type->high;
    take_arguments(node, arguments, count);
    for (uint32_t i = 0; i < count; i++)
        known = known && htnc_node_is_constant(arguments[i]);
    if (known)
        return htnc_node_constant(lowering, constant_cell(table, arguments, &cell) ? htnc_fact_value(table, cell)
                                                                                   : htnc_default_value(table->type));
    return checked(lowering, node);
}

htnc_node *htnc_node_key(htnc_lowering *lowering, uint32_t key_list, htnc_node **arguments, uint32_t count)
{
    htnc_node *node = make(lowering, HTNC_NODE_KEY);
    node->value = (int32_t)key_list;
    take_arguments(node, arguments, count);
    return checked(lowering, node);
}

htnc_node *htnc_node_search(htnc_lowering *lowering, htnc_search *search)
{
    htnc_node *node = make(lowering, HTNC_NODE_SEARCH);
    node->search = search;
    if (search->quantifier == HTNC_EXISTS || search->quantifier == HTNC_COUNT) {
        node->low = 0;
        node->high = search->quantifier == HTNC_EXISTS ? 1 : (int32_t)search->loop.type->value_count;
    }
    for (const htnc_test *test = search->tests; test != NULL; test = test->next)
        contain(node, test->node);
    if (search->loop.indexed)
        contain(node, search->loop.key);
    if (search->body != NULL)
        contain(node, search->body);
    node->searches = true;
    return checked(lowering, node);
}

htnc_node *htnc_node_count_up_to(htnc_lowering *lowering, const htnc_node *count, uint32_t enough)
{
    htnc_search *search = BASE_NEW(lowering->arena, htnc_search);
    htnc_node *node = make(lowering, HTNC_NODE_SEARCH);
    *search = *count->search; /* that one may be asked for elsewhere, and counts on */
    search->result = htnc_new_locals(lowering, 1);
    search->enough = enough;
    *node = *count;
    node->search = search;
    node->high = (int32_t)enough;
    return node;
}

bool htnc_node_any(const htnc_node *node, htnc_visit_node *visit, void *user)
{
    if (visit(user, node))
        return true;
    for (uint32_t i = 0; i < 3 && node->operands[i] != NULL; i++)
        if (htnc_node_any(node->operands[i], visit, user))
            return true;
    for (uint32_t i = 0; node->arguments != NULL && i < node->count; i++)
        if (htnc_node_any(node->arguments[i], visit, user))
            return true;
    if (node->kind != HTNC_NODE_SEARCH)
        return false;
    for (const htnc_test *test = node->search->tests; test != NULL; test = test->next)
        if (htnc_node_any(test->node, visit, user))
            return true;
    return (node->search->body != NULL && htnc_node_any(node->search->body, visit, user)) ||
           (node->search->loop.indexed && htnc_node_any(node->search->loop.key, visit, user));
}

static htnc_node *negation(htnc_lowering *lowering, htnc_node *x)
{
    static const htnc_operator_kind opposite[] = {
        [HTNC_EQ] = HTNC_NE, [HTNC_NE] = HTNC_EQ, [HTNC_LT] = HTNC_GE,
        [HTNC_LE] = HTNC_GT, [HTNC_GT] = HTNC_LE, [HTNC_GE] = HTNC_LT,
    };
    htnc_node *node;
    if (htnc_node_is(x, HTNC_NOT))
        return x->operands[0];
    if (x->kind == HTNC_NODE_OPERATOR && x->op >= HTNC_EQ && x->op <= HTNC_GE)
        return htnc_node_compare(lowering, opposite[x->op], x->operands[0], x->operands[1]);
    node = make(lowering, HTNC_NODE_OPERATOR);
    node->op = HTNC_NOT;
    node->low = 0;
    node->high = 1;
    attach(node, 0, x);
    return checked(lowering, node);
}

htnc_node *htnc_node_unary(htnc_lowering *lowering, htnc_operator_kind op, htnc_node *x)
{
    htnc_node *node;
    if (htnc_node_is_constant(x))
        return htnc_node_constant(lowering, htnc_fold_unary(op, x->value));
    if (op == HTNC_NOT)
        return negation(lowering, x);
    node = make(lowering, HTNC_NODE_OPERATOR);
    node->op = op;
    attach(node, 0, x);
    htnc_node_narrow(node);
    return checked(lowering, node);
}

htnc_node *htnc_node_pair(htnc_lowering *lowering, htnc_operator_kind op, htnc_node *x, htnc_node *y)
{
    htnc_node *node = make(lowering, HTNC_NODE_OPERATOR);
    node->op = op;
    attach(node, 0, x);
    attach(node, 1, y);
    if (op <= HTNC_GE) { /* a truth */
        node->low = 0;
        node->high = 1;
    } else {
        htnc_node_narrow(node);
    }
    /* Where the order is free, the operand that needs more comes first: see htnc_push(). */
    if (op != HTNC_DIV && op != HTNC_MOD && y->stack > x->stack)
        node->stack = y->stack;
    return checked(lowering, node);
}

htnc_node *htnc_node_binary(htnc_lowering *lowering, htnc_operator_kind op, htnc_node *x, htnc_node *y)
{
    bool x_known = htnc_node_is_constant(x), y_known = htnc_node_is_constant(y);
    if (x_known && y_known)
        return htnc_node_constant(lowering, htnc_fold_binary(op, x->value, y->value));
    if (op == HTNC_AND || op == HTNC_OR) {
        int32_t decisive = op == HTNC_OR;
        if (x_known)
            return x->value == decisive ? x : y;
        if (y_known)
            return y->value == decisive ? y : x;
    }
    if (op >= HTNC_EQ && op <= HTNC_GE)
        return htnc_node_compare(lowering, op, x, y);
    return htnc_node_pair(lowering, op, x, y);
}

htnc_node *htnc_node_function(htnc_lowering *lowering, htnc_function function, htnc_node **operands, uint32_t count)
{
    htnc_node *node = make(lowering, HTNC_NODE_FUNCTION);
    int32_t values[3] = {0, 0, 0};
    bool known = true;
    node->function = function;
    node->count = count;
    for (uint32_t i = 0; i < count; i++) {
        attach(node, i, operands[i]);
        known = known && htnc_node_is_constant(operands[i]);
        values[i] = operands[i]->value;
    }
    if (known)
        return htnc_node_constant(lowering, htnc_fold_function(function, values[0], values[1], values[2]));
    htnc_node_narrow(node);
    if (count == 2 && operands[1]->stack > operands[0]->stack)
        node->stack = operands[1]->stack;
    return checked(lowering, node);
}

htnc_node *htnc_node_curve(htnc_lowering *lowering, htnc_node *x, const int32_t *points, uint32_t count)
{
    htnc_node *node;
    if (htnc_node_is_constant(x))
        return htnc_node_constant(lowering, htnc_fold_curve(points, count, x->value));
    node = make(lowering, HTNC_NODE_CURVE);
    node->value = (int32_t)htnc_add_constants(lowering, points, 2 * count);
    node->count = count;
    htnc_node_narrow_curve(node, points, count);
    attach(node, 0, x);
    return checked(lowering, node);
}
