/*
 * Access path selection, as a database does it for a query (Selinger et al. 1979). By default a loop visits all instances of its
 * type. Two kinds of test allow a better way:
 *
 *   - `x == e`, where e does not mention x: the loop visits one instance.
 *   - a static fact about x, such as `Connected(From, x)` or `Price(x) <= 10` or `Owner(x) == Self`: a static index
 *     (lower_static_index.c) lists the instances that pass. The test itself needs no code then: it is `implied`.
 *
 * If several indexes suit, the one with the fewest instances for each key is chosen. Invariant: the choice changes neither the
 * solutions nor their order.
 */
#include "compiler/lower/lower_index_choice.h"
#include "compiler/lower/lower_fold.h"
#include "compiler/lower/lower_static_index.h"
#include "compiler/types/fold_operators.h"

enum {
    MOST_NUMBERS =
        1 << 20,          /* an index may have so many constants, or eight for each fact of the table if that is more */
    FEW_NUMBERS = 1 << 12 /* an index with more constants must leave out three of four instances */
};

/* A static index that suits a test. */
typedef struct candidate {
    htnc_test *test;
    htnc_pattern pattern;
    const htnc_node *fact;  /* the CELL in the test */
    htnc_node *value;       /* by value: the node that the cell must be equal to */
    uint64_t matches, keys; /* of the pattern */
} candidate;

/* --- One instance --------------------------------------------------------------------------------- */

/* The side e of a test `x == e`; NULL where the test is a different one. */
static htnc_node *equal_to(const htnc_node *node, uint32_t variable)
{
    if (!htnc_node_is(node, HTNC_EQ))
        return NULL;
    for (int i = 0; i < 2; i++)
        if (htnc_node_is_local(node->operands[i], variable) && !htnc_node_mentions(node->operands[1 - i], variable))
            return node->operands[1 - i];
    return NULL;
}

/* --- Facts ---------------------------------------------------------------------------------------- */

static bool is_fact(const htnc_node *node, uint32_t variable)
{
    return node->kind == HTNC_NODE_CELL && node->property->is_static && htnc_node_mentions(node, variable);
}

/* Reads a test as a static fact that is compared with a constant or, by value, is equal to a node without the variable. */
static bool read_fact(htnc_node *node, uint32_t variable, candidate *found)
{
    htnc_pattern *pattern = &found->pattern;
    bool negated = htnc_node_is(node, HTNC_NOT);
    htnc_node *fact = negated ? node->operands[0] : node;
    if (is_fact(fact, variable)) { /* a condition, so its values are 0 and 1 */
        found->fact = fact;
        pattern->op = HTNC_EQ;
        pattern->value = !negated;
        return true;
    }
    if (node->kind != HTNC_NODE_OPERATOR || !htnc_is_comparison(node->op))
        return false;
    for (int i = 0; i < 2 && found->fact == NULL; i++) {
        htnc_node *own = node->operands[i], *other = node->operands[1 - i];
        if (!is_fact(own, variable) || htnc_node_mentions(other, variable))
            continue;
        pattern->by_value = !htnc_node_is_constant(other);
        if (pattern->by_value && node->op != HTNC_EQ)
            continue;
        found->fact = own;
        found->value = other;
        pattern->op = node->op; /* a constant is on the right */
        pattern->value = pattern->by_value ? htnc_lowest(own->property->type) : other->value;
    }
    return found->fact != NULL;
}

/* Finds the argument that is the variable. False where several arguments mention it, or one only contains it. */
static bool find_position(candidate *found, uint32_t variable)
{
    const htnc_node *fact = found->fact;
    const htnc_variable *parameter = fact->property->declaration->parameters;
    htnc_pattern *pattern = &found->pattern;
    for (uint32_t i = 0; i < fact->count; i++, parameter = parameter->next) {
        if (!htnc_node_mentions(fact->arguments[i], variable))
            continue;
        if (pattern->free_type != NULL || !htnc_node_is_local(fact->arguments[i], variable))
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

/*
 * Whether the index could miss instances. The loop or the other arguments may name a cell that the table does not have; the value is
 * then the default, which may pass the test.
 */
static bool may_miss(const candidate *found, const htnc_type *type)
{
    const htnc_pattern *pattern = &found->pattern;
    const htnc_variable *parameter = found->fact->property->declaration->parameters;
    if (type->low < pattern->free_type->low || type->high > pattern->free_type->high)
        return htnc_pattern_matches_default(pattern);
    for (uint32_t i = 0; i < found->fact->count; i++, parameter = parameter->next)
        if (i != pattern->position &&
            !is_within(found->fact->arguments[i], parameter->type->low, parameter->type->high))
            return htnc_pattern_matches_default(pattern);
    return false;
}

/* Whether the blob may contain an index with so many constants. */
static bool is_small(const htnc_pattern *pattern, uint64_t numbers)
{
    return numbers <= MOST_NUMBERS || numbers <= 8 * (uint64_t)pattern->table->fact_count;
}

/*
 * Whether a static index suits the test and is worth its size: on average, it must list fewer instances for a key than the type has,
 * and a large index at most a quarter of them.
 */
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
    return htnc_saturated_product(found->matches, numbers > FEW_NUMBERS ? 4 : 1) <
           htnc_saturated_product(found->keys, htnc_count_values(loop->type));
}

/* --- The key -------------------------------------------------------------------------------------- */

static void add_guard(htnc_builder *build, htnc_test ***end, htnc_operator_kind op, htnc_node *digit, int32_t bound)
{
    htnc_test *guard;
    htnc_node *node = htnc_node_binary(build, op, digit, htnc_node_constant(build, bound));
    if (htnc_node_is_constant(node) && node->value != 0)
        return;
    guard = BASE_NEW(build->arena, htnc_test);
    guard->node = node;
    **end = guard;
    *end = &guard->next;
}

/* Appends a digit to a number in mixed radix: key * width + (digit - low). */
static htnc_node *add_digit(htnc_builder *build, htnc_node *key, htnc_node *digit, int32_t low, uint32_t width)
{
    key = htnc_node_binary(build, HTNC_MUL, key, htnc_node_constant(build, (int32_t)width));
    if (low != 0)
        digit = htnc_node_binary(build, HTNC_SUB, digit, htnc_node_constant(build, low));
    return htnc_node_is_constant(key) && key->value == 0 ? digit : htnc_node_binary(build, HTNC_ADD, key, digit);
}

/*
 * The key as a number in mixed radix; its digits are the arguments. A digit out of its range would give the number of another key, so
 * guards check each digit. A key of one digit needs no guard: NEXT_FACT finds nothing for a number that is no key.
 */
static htnc_node *key_node(htnc_builder *build, const candidate *found, htnc_loop *loop)
{
    htnc_node *key = htnc_node_constant(build, 0);
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
            add_guard(build, &end, HTNC_GE, digit, low);
            add_guard(build, &end, HTNC_LE, digit, type->high);
        }
        key = add_digit(build, key, digit, low, (uint32_t)(type->high - low + 1));
    }
    return key;
}

/* The key as a lookup in a key list. The instruction KEY checks the digits. */
static htnc_node *listed_key_node(htnc_builder *build, const candidate *found, uint32_t key_list)
{
    const uint32_t count = found->fact->count - 1, position = found->pattern.position;
    htnc_node **digits = base_alloc_array(build->arena, (size_t)count + 1, sizeof *digits);
    for (uint32_t i = 0; i < count; i++)
        digits[i] = found->fact->arguments[i < position ? i : i + 1];
    return htnc_node_key(build, key_list, digits, count);
}

/* --- Choosing ------------------------------------------------------------------------------------- */

/* Whether a test is one of a loop's, and does not need the value of a `let` that comes in the loop. */
static bool may_choose(const htnc_test *tests, const htnc_test *test, uint32_t level)
{
    if (test->level != level || test->sets)
        return false;
    for (const htnc_test *let = tests; let != test; let = let->next)
        if (let->sets && let->level == level && htnc_node_mentions(test->node, let->local))
            return false;
    return true;
}

/* Where a test names the instance, the loop begins there. All later instances fail that test, so it ends the loop. */
static bool choose_value(htnc_builder *build, htnc_loop *loop, htnc_test *tests, uint32_t level)
{
    for (htnc_test *test = tests; test != NULL; test = test->next) {
        if (!may_choose(tests, test, level))
            continue;
        htnc_node *only = equal_to(test->node, loop->variable);
        if (only != NULL) {
            loop->before = htnc_node_binary(build, HTNC_SUB, only, htnc_node_constant(build, 1));
            test->ends = true;
            return true;
        }
    }
    return false;
}

void htnc_choose_index(htnc_builder *build, htnc_loop *loop, htnc_test *tests, uint32_t level)
{
    candidate best = {.test = NULL};
    if (loop->from != NULL || choose_value(build, loop, tests, level) ||
        loop->type->open) /* no fact can name an instance of an open type */
        return;
    for (htnc_test *test = tests; test != NULL; test = test->next) {
        candidate next;
        if (may_choose(tests, test, level) && read_candidate(test, loop, &next) &&
            (best.test == NULL ||
             htnc_saturated_product(next.matches, best.keys) < htnc_saturated_product(best.matches, next.keys)))
            best = next;
    }
    if (best.test == NULL)
        return;
    loop->indexed = true;
    uint32_t key_list;
    loop->index = htnc_static_index_of(build, &best.pattern, &key_list);
    loop->key = key_list == HTN_NONE ? key_node(build, &best, loop) : listed_key_node(build, &best, key_list);
    best.test->implied = true;
}

void htnc_choose_search_index(htnc_builder *build, htnc_loop *loop, htnc_test *tests)
{
    for (htnc_test *test = tests; test != NULL; test = test->next)
        test->level = htnc_node_mentions(test->node, loop->variable);
    htnc_choose_index(build, loop, tests, 1);
}
