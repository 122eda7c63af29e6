/* Constructors of nodes. Each derives from the operands: range, size, depth, stack, and whether the node contains a search. */
#include "compiler/lower/lower_node.h"
#include "compiler/types/fold_operators.h"
#include <htn/arithmetic.h>

static htnc_node *make(htnc_builder *build, htnc_node_kind kind)
{
    htnc_node *node = BASE_NEW(build->arena, htnc_node);
    build->subject->nodes++;
    node->kind = kind;
    node->low = INT32_MIN;
    node->high = INT32_MAX;
    node->size = 1;
    node->depth = 1;
    node->stack = 1;
    return node;
}

/* --- Leaves --------------------------------------------------------------------------------------- */

htnc_node *htnc_node_constant(htnc_builder *build, int32_t value)
{
    htnc_node *node = make(build, HTNC_NODE_CONSTANT);
    node->value = node->low = node->high = value;
    return node;
}

static void set_range(htnc_node *node, htnc_interval range)
{
    node->low = range.low;
    node->high = range.high;
}

static void set_range_of_type(htnc_node *node, const htnc_type *type)
{
    node->low = htnc_lowest(type);
    node->high = type->high;
}

htnc_node *htnc_node_leaf(htnc_builder *build, htnc_node_kind kind, int32_t value, const htnc_type *type)
{
    htnc_node *node = make(build, kind);
    node->value = value;
    /* A parameter whose type is a range of integers takes any integer. One of another type takes only the type's values. */
    if (htnc_traits(type)->listed)
        set_range_of_type(node, type);
    return node;
}

htnc_node *htnc_node_local(htnc_builder *build, uint32_t slot, const htnc_type *type)
{
    htnc_node *node = htnc_node_leaf(build, HTNC_NODE_LOCAL, (int32_t)slot, type);
    if (htnc_traits(type)->listed)
        node->low = type->low;
    return node;
}

htnc_node *htnc_node_layer(htnc_builder *build, const htnc_type *layers)
{
    htnc_node *node = make(build, HTNC_NODE_LAYER);
    set_range_of_type(node, layers);
    return node;
}

htnc_node *htnc_node_property(htnc_builder *build, const htnc_property *property)
{
    htnc_node *node = make(build, HTNC_NODE_PROPERTY);
    node->property = property;
    set_range_of_type(node, property->type);
    return node;
}

/* --- Inner nodes ---------------------------------------------------------------------------------- */

/* A node that is too large is reported and replaced by a constant. After a report the code is not used. */
static htnc_node *checked(htnc_builder *build, htnc_node *node)
{
    if (node->size <= HTNC_NODE_LIMIT && node->depth <= HTNC_NESTING_LIMIT)
        return node;
    htnc_too_large(build->subject, "with its named conditions written out, this is too large");
    return htnc_node_constant(build, 0);
}

/* Adds a child's size, depth and searches. The size stops above the limit, so it cannot overflow. */
static void add_child(htnc_node *node, const htnc_node *child)
{
    node->size += child->size;
    if (node->size > HTNC_NODE_LIMIT)
        node->size = HTNC_NODE_LIMIT + 1;
    if (node->depth <= child->depth)
        node->depth = child->depth + 1;
    node->searches = node->searches || child->searches;
}

/* Adds an operand that is evaluated with `position` values on the stack. */
static void add_operand(htnc_node *node, uint32_t position, const htnc_node *operand)
{
    add_child(node, operand);
    if (node->stack < operand->stack + position)
        node->stack = operand->stack + position;
}

static void set_operands(htnc_node *node, htnc_node **operands, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        node->operands[i] = operands[i];
        add_operand(node, i, operands[i]);
    }
}

/* Where the order of two operands is free, htnc_push() pushes the one that needs more of the stack first. */
static void push_larger_first(htnc_node *node)
{
    if (node->operands[1]->stack > node->operands[0]->stack)
        node->stack = node->operands[1]->stack;
}

htnc_node *htnc_make_operator(htnc_builder *build, htnc_operator_kind op, htnc_node *x, htnc_node *y)
{
    htnc_node *node = make(build, HTNC_NODE_OPERATOR);
    node->op = op;
    set_operands(node, (htnc_node *[]){x, y}, y != NULL ? 2 : 1);
    set_range(node, htnc_interval_of_operator(op, htnc_range_of(x), y != NULL ? htnc_range_of(y) : htnc_range_of(x)));
    if (y != NULL && htnc_is_swappable(op))
        push_larger_first(node);
    return checked(build, node);
}

htnc_node *htnc_make_function(htnc_builder *build, htnc_function function, htnc_node **operands, uint32_t count)
{
    htnc_node *node = make(build, HTNC_NODE_FUNCTION);
    node->function = function;
    node->count = count;
    htnc_interval ranges[3] = {{0, 0}, {0, 0}, {0, 0}};
    set_operands(node, operands, count);
    for (uint32_t i = 0; i < count; i++)
        ranges[i] = htnc_range_of(operands[i]);
    set_range(node, htnc_interval_of_function(function, ranges[0], ranges[1], ranges[2]));
    if (count == 2)
        push_larger_first(node);
    return checked(build, node);
}

/* A curve runs between its points, so its lowest and highest value are among the y of the points. */
htnc_node *htnc_make_curve(htnc_builder *build, htnc_node *x, const int32_t *points, uint32_t count)
{
    htnc_node *node = make(build, HTNC_NODE_CURVE);
    node->value = (int32_t)htnc_add_constants(build->code, points, 2 * count);
    node->count = count;
    node->low = node->high = points[1];
    for (uint32_t i = 1; i < count; i++) {
        node->low = htni_value_MIN(node->low, points[2 * i + 1]);
        node->high = htni_value_MAX(node->high, points[2 * i + 1]);
    }
    set_operands(node, &x, 1);
    return checked(build, node);
}

static htnc_node *with_arguments(htnc_builder *build, htnc_node *node, htnc_node **arguments, uint32_t count)
{
    node->arguments = arguments;
    node->count = count;
    for (uint32_t i = 0; i < count; i++)
        add_operand(node, i, arguments[i]);
    return checked(build, node);
}

htnc_node *htnc_make_cell(htnc_builder *build, const htnc_property *table, htnc_node **arguments, uint32_t count)
{
    htnc_node *node = make(build, HTNC_NODE_CELL);
    node->property = table;
    set_range_of_type(node, table->type);
    return with_arguments(build, node, arguments, count);
}

htnc_node *htnc_node_query(htnc_builder *build, const htnc_query *query, htnc_node **arguments, uint32_t count)
{
    htnc_node *node = make(build, HTNC_NODE_QUERY);
    node->query = query;
    set_range_of_type(node, query->type);
    return with_arguments(build, node, arguments, count);
}

htnc_node *htnc_node_key(htnc_builder *build, uint32_t key_list, htnc_node **arguments, uint32_t count)
{
    htnc_node *node = make(build, HTNC_NODE_KEY);
    node->value = (int32_t)key_list;
    return with_arguments(build, node, arguments, count);
}

htnc_node *htnc_node_search(htnc_builder *build, htnc_search *search)
{
    htnc_node *node = make(build, HTNC_NODE_SEARCH);
    node->search = search;
    if (search->quantifier == HTNC_EXISTS || search->quantifier == HTNC_COUNT) {
        node->low = 0;
        node->high = search->quantifier == HTNC_EXISTS ? 1
                     : search->loop.from != NULL       ? (int32_t)search->loop.from->query->most
                                                       : (int32_t)search->loop.type->value_count;
    }
    for (const htnc_test *test = search->tests; test != NULL; test = test->next)
        add_child(node, test->node);
    if (search->loop.indexed)
        add_child(node, search->loop.key);
    if (search->loop.from != NULL)
        add_child(node, search->loop.from);
    if (search->body != NULL)
        add_child(node, search->body);
    if (search->let != NULL)
        add_child(node, search->let);
    node->searches = true;
    return checked(build, node);
}

htnc_node *htnc_node_derive(htnc_builder *build, const htnc_condition *derived, htnc_node **arguments, uint32_t count)
{
    htnc_node *node = make(build, HTNC_NODE_DERIVE);
    node->derived = derived;
    node->value = (int32_t)htnc_new_locals(build->subject, 1);
    node->low = 0;
    node->high = 1;
    node->searches = true;
    return with_arguments(build, node, arguments, count);
}

htnc_node *htnc_node_count_up_to(htnc_builder *build, const htnc_node *count, uint32_t enough)
{
    htnc_search *search = BASE_NEW(build->arena, htnc_search);
    htnc_node *node = make(build, HTNC_NODE_SEARCH);
    *search = *count->search;
    search->result = htnc_new_locals(build->subject, 1);
    search->enough = enough;
    *node = *count;
    node->search = search;
    node->high = (int32_t)enough;
    return node;
}

/* --- Walking -------------------------------------------------------------------------------------- */

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
           (node->search->let != NULL && htnc_node_any(node->search->let, visit, user)) ||
           (node->search->loop.indexed && htnc_node_any(node->search->loop.key, visit, user)) ||
           (node->search->loop.from != NULL && htnc_node_any(node->search->loop.from, visit, user));
}

bool htnc_node_reads(const htnc_node *node, const htnc_property *property)
{
    if (node->kind == HTNC_NODE_DERIVE)
        return node->derived->cycle->reads[property->index];
    return node->property == property;
}

bool htnc_node_is_local(const htnc_node *node, uint32_t slot)
{
    return node->kind == HTNC_NODE_LOCAL && (uint32_t)node->value == slot;
}

static bool visit_local(void *user, const htnc_node *node)
{
    return htnc_node_is_local(node, *(const uint32_t *)user);
}

bool htnc_node_mentions(const htnc_node *node, uint32_t slot)
{
    return htnc_node_any(node, visit_local, &slot);
}
