/*
 * How a loop finds its instances. `x == e` says which one it is. A static fact about its variable and things that are
 * bound before, compared with a constant or with such a thing, has an index (lower_facts.c), through which the loop
 * goes; where few of the keys that could be made have instances, by a list of those. Of several the one with the fewest
 * instances per key is taken. Which way it is changes no solution and no order.
 */
#include "compiler/lower/lower_index.h"
#include "compiler/lower/lower_facts.h"
#include "compiler/lower/lower_node.h"

enum {
    MOST_NUMBERS = 1 << 20, /* of an index, but for eight times as many as the table has facts */
    FEW_NUMBERS = 1 << 12   /* a larger index must leave out three instances of four */
};

typedef struct candidate {
    htnc_test *test;
    htnc_pattern pattern;
    const htnc_node *fact;
    htnc_node *value; /* by value: what the fact must be equal to */
    uint64_t matches, keys;
} candidate;

static bool is_local(void *user, const htnc_node *node)
{
    return node->kind == HTNC_NODE_LOCAL && (uint32_t)node->value == *(uint32_t *)user;
}

static bool mentions(const htnc_node *node, uint32_t variable)
{
    return htnc_node_any(node, is_local, &variable);
}

/* --- One instance --------------------------------------------------------------------------------- */

/* The other side of `x == e`; NULL where the test says something else. */
static htnc_node *equal_to(const htnc_node *node, uint32_t variable)
{
    if (!htnc_node_is(node, HTNC_EQ))
        return NULL;
    for (int i = 0; i < 2; i++)
        if (is_local(&variable, node->operands[i]) && !mentions(node->operands[1 - i], variable))
            return node->operands[1 - i];
    return NULL;
}

/* --- Facts ---------------------------------------------------------------------------------------- */

static bool is_fact(const htnc_node *node, uint32_t variable)
{
    return node->kind == HTNC_NODE_CELL && node->property->is_static && mentions(node, variable);
}

/* The test as a static fact and what it is to be: op and value, or equal to a node. */
static bool read_fact(htnc_node *node, uint32_t variable, candidate *found)
{
    htnc_pattern *pattern = &found->pattern;
    bool negated = htnc_node_is(node, HTNC_NOT);
    htnc_node *fact = negated ? node->operands[0] : node;
    if (is_fact(fact, variable)) { /* its range is 0..1 */
        found->fact = fact;
        pattern->op = HTNC_EQ;
        pattern->value = !negated;
        return true;
    }
    if (node->kind != HTNC_NODE_OPERATOR || node->op < HTNC_EQ || node->op > HTNC_GE)
        return false;
    for (int i = 0; i < 2 && found->fact == NULL; i++) {
        htnc_node *own = node->operands[i], *other = node->operands[1 - i];
        if (!is_fact(own, variable) || mentions(other, variable))
            continue;
        pattern->by_value = !htnc_node_is_constant(other);
        if (pattern->by_value && node->op != HTNC_EQ)
            continue;
        found->fact = own;
        found->value = other;
        pattern->op = node->op; /* a constant stands on the right */
        pattern->value = pattern->by_value ? htnc_lowest(own->property->type) : other->value;
    }
    return found->fact != NULL;
}

/* The position at which the fact has the variable, once and as it is. */
static bool find_position(candidate *found, uint32_t variable)
{
    const htnc_node *fact = found->fact;
    const htnc_variable *parameter = fact->property->declaration->parameters;
    htnc_pattern *pattern = &found->pattern;
    for (uint32_t i = 0; i < fact->count; i++, parameter = parameter->next) {
        if (!mentions(fact->arguments[i], variable))
            continue;
        if (pattern->free_type != NULL || !is_local(&variable, fact->arguments[i]))
            return false;
        pattern->position = i;
        pattern->free_type = parameter->type;
    }
    return true;
}

static bool is_within(const htnc_node *node, int32_t low, int32_t high)
{
    return node->low >= low && node->high <= high;
}

/* Where there is no cell the fact has its default, and the index would have to list everything. */
static bool may_miss(const candidate *found, const htnc_type *type)
{
    const htnc_pattern *pattern = &found->pattern;
    const htnc_variable *parameter = found->fact->property->declaration->parameters;
    if (type->low < pattern->free_type->low || type->high > pattern->free_type->high)
        return htnc_pattern_holds_by_default(pattern);
    for (uint32_t i = 0; i < found->fact->count; i++, parameter = parameter->next)
        if (i != pattern->position &&
            !is_within(found->fact->arguments[i], parameter->type->low, parameter->type->high))
            return htnc_pattern_holds_by_default(pattern);
    return false;
}

static bool is_small(const htnc_pattern *pattern, uint64_t numbers)
{
    return numbers <= MOST_NUMBERS || numbers <= 8 * (uint64_t)pattern->table->fact_count;
}

static bool read_candidate(htnc_test *test, const htnc_loop *loop, candidate *found)
{
    htnc_pattern *pattern = &found->pattern;
    *found = (candidate){.test = test};
    if (!read_fact(test->node, loop->variable, found) || !find_position(found, loop->variable))
        return false;
    pattern->table = found->fact->property;
    if (may_miss(found, loop->type))
        return false;
    pattern->low = loop->type->low > pattern->free_type->low ? loop->type->low : pattern->free_type->low;
    pattern->high = loop->type->high < pattern->free_type->high ? loop->type->high : pattern->free_type->high;
    found->keys = htnc_pattern_keys(pattern);
    found->matches = htnc_pattern_matches(pattern);
    uint64_t numbers = found->keys > UINT64_MAX - found->matches ? UINT64_MAX : found->keys + found->matches;
    if (!is_small(pattern, numbers)) {
        pattern->few_keys = !pattern->by_value && found->matches <= pattern->table->fact_count;
        if (!pattern->few_keys)
            return false;
    }
    return htnc_times(found->matches, numbers > FEW_NUMBERS ? 4 : 1) <
           htnc_times(found->keys, htnc_count_values(loop->type));
}

/* --- The key -------------------------------------------------------------------------------------- */

static void add_guard(htnc_lowering *lowering, htnc_test ***end, htnc_operator_kind op, htnc_node *digit, int32_t bound)
{
    htnc_test *guard;
    htnc_node *node = htnc_node_compare(lowering, op, digit, htnc_node_constant(lowering, bound));
    if (htnc_node_is_constant(node) && node->value != 0)
        return;
    guard = BASE_NEW(lowering->arena, htnc_test);
    guard->node = node;
    **end = guard;
    *end = &guard->next;
}

/* One more digit of a number in mixed radix. */
static htnc_node *add_digit(htnc_lowering *lowering, htnc_node *key, htnc_node *digit, int32_t low, uint32_t width)
{
    key = htnc_node_binary(lowering, HTNC_MUL, key, htnc_node_constant(lowering, (int32_t)width));
    if (low != 0)
        digit = htnc_node_binary(lowering, HTNC_SUB, digit, htnc_node_constant(lowering, low));
    return htnc_node_is_constant(key) && key->value == 0 ? digit : htnc_node_binary(lowering, HTNC_ADD, key, digit);
}

/* A digit out of its range would make the number of another key. A lone one is no key at all: NEXT_FACT sees to it. */
static htnc_node *key_node(htnc_lowering *lowering, const candidate *found, htnc_loop *loop)
{
    htnc_node *key = htnc_node_constant(lowering, 0);
    const htnc_pattern *pattern = &found->pattern;
    const htnc_variable *parameter = pattern->table->declaration->parameters;
    uint32_t digits = found->fact->count - 1 + pattern->by_value;
    htnc_test **end = &loop->guards;
    for (uint32_t i = 0; i < found->fact->count + pattern->by_value; i++) {
        bool is_value = i == found->fact->count;
        const htnc_type *type = is_value ? pattern->table->type : parameter->type;
        int32_t low = is_value ? pattern->value : type->low;
        htnc_node *digit = is_value ? found->value : found->fact->arguments[i];
        parameter = is_value ? parameter : parameter->next;
        if (i == pattern->position && !is_value)
            continue;
        if (digits > 1) {
            add_guard(lowering, &end, HTNC_GE, digit, low);
            add_guard(lowering, &end, HTNC_LE, digit, type->high);
        }
        key = add_digit(lowering, key, digit, low, (uint32_t)(type->high - low + 1));
    }
    return key;
}

/* The same where keys are looked up, which sees to digits out of their range too. */
static htnc_node *listed_key_node(htnc_lowering *lowering, const candidate *found, uint32_t key_list)
{
    const uint32_t count = found->fact->count - 1, position = found->pattern.position;
    htnc_node **digits = base_alloc_array(lowering->arena, (size_t)count + 1, sizeof *digits);
    for (uint32_t i = 0; i < count; i++)
        digits[i] = found->fact->arguments[i < position ? i : i + 1];
    return htnc_node_key(lowering, key_list, digits, count);
}

/* --- Choosing ------------------------------------------------------------------------------------- */

static bool choose_value(htnc_loop *loop, htnc_test *tests, uint32_t level)
{
    for (htnc_test *test = tests; test != NULL; test = test->next) {
        if (test->level != level)
            continue;
        loop->only = equal_to(test->node, loop->variable);
        if (loop->only != NULL) {
            test->ends = true;
            return true;
        }
    }
    return false;
}

void htnc_choose_index(htnc_lowering *lowering, htnc_loop *loop, htnc_test *tests, uint32_t level)
{
    candidate best = {.test = NULL};
    if (choose_value(loop, tests, level) || loop->type->open) /* facts cannot name an open type's instances */
        return;
    for (htnc_test *test = tests; test != NULL; test = test->next) {
        candidate next;
        if (test->level == level && read_candidate(test, loop, &next) &&
            (best.test == NULL || htnc_times(next.matches, best.keys) < htnc_times(best.matches, next.keys)))
            best = next;
    }
    if (best.test == NULL)
        return;
    loop->indexed = true;
    uint32_t key_list;
    loop->index = htnc_index_of(lowering, &best.pattern, &key_list);
    loop->key = key_list == HTN_NONE ? key_node(lowering, &best, loop) : listed_key_node(lowering, &best, key_list);
    best.test->implied = true;
}

void htnc_set_search_levels(htnc_test *tests, uint32_t variable)
{
    for (; tests != NULL; tests = tests->next)
        tests->level = mentions(tests->node, variable);
}
