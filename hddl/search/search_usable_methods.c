/* Which methods of a task can be used; see search_usable_methods.h. */
#include "hddl/search/search_usable_methods.h"

#include <stdlib.h>

void search_usable_methods_init(search_usable_methods *usable, hddl_pool *pool, const ground_problem *problem,
                                const ground_literals *needs, const ground_literals *first_needs)
{
    const ground_lists *lists = &problem->task_methods;
    const uint32_t count = lists->begin[problem->task_count];
    size_t most = 0;
    for (uint32_t task = 0; task < problem->task_count; task++)
        if (lists->begin[task + 1] - lists->begin[task] > most)
            most = lists->begin[task + 1] - lists->begin[task];
    *usable = (search_usable_methods){.pool = pool, .problem = problem, .needs = needs, .first_needs = first_needs};
    usable->places = hddl_pool_zeroed(pool, count, sizeof *usable->places);
    usable->rarest = hddl_pool_zeroed(pool, count, sizeof *usable->rarest);
    usable->ends = hddl_pool_zeroed(pool, count, sizeof *usable->ends);
    usable->uses = hddl_pool_zeroed(pool, 2 * (size_t)problem->fact_count, sizeof *usable->uses);
    usable->order = hddl_pool_zeroed(pool, most, sizeof *usable->order);
    usable->chosen = hddl_pool_zeroed(pool, most / 64 + 1, sizeof *usable->chosen);
}

/* --- Groups ----------------------------------------------------------------------------------------------------------- */

static void add_literals(search_usable_methods *usable, const ground_literals *of, uint32_t item)
{
    for (uint32_t value = 0; value < 2; value++)
        for (uint32_t i = of->facts[value].begin[item]; i < of->facts[value].begin[item + 1]; i++)
            hddl_numbers_add(usable->pool, &usable->literals, 2 * of->facts[value].items[i] + value);
}

/* The action that a method begins with, if its needs count; else HDDL_NONE. */
static uint32_t first_action(const search_usable_methods *usable, uint32_t method)
{
    const ground_problem *problem = usable->problem;
    const uint32_t first = problem->subtasks.begin[method];
    if (usable->first_needs == NULL || first == problem->subtasks.begin[method + 1] ||
        problem->subtasks.items[first] >= problem->action_count)
        return HDDL_NONE;
    return problem->subtasks.items[first];
}

/* All literals that can_use() tests. */
static const hddl_numbers *literals_of(search_usable_methods *usable, uint32_t method)
{
    const uint32_t action = first_action(usable, method);
    usable->literals.count = 0;
    add_literals(usable, usable->needs, method);
    if (action != HDDL_NONE)
        add_literals(usable, usable->first_needs, action);
    return &usable->literals;
}

static uint32_t find_rarest(search_usable_methods *usable, uint32_t method)
{
    const hddl_numbers *literals = literals_of(usable, method);
    uint32_t rarest = HDDL_NONE;
    for (size_t i = 0; i < literals->count; i++)
        if (rarest == HDDL_NONE || usable->uses[literals->items[i]] < usable->uses[rarest])
            rarest = literals->items[i];
    return rarest;
}

static int ascending(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Adds `step` to the count of each literal, once for each of these methods that needs it. */
static void count_uses(search_usable_methods *usable, const uint32_t *methods, uint32_t count, uint32_t step)
{
    for (uint32_t i = 0; i < count; i++) {
        const hddl_numbers *literals = literals_of(usable, methods[i]);
        for (size_t k = 0; k < literals->count; k++)
            usable->uses[literals->items[k]] += step;
    }
}

/* Groups the methods of a task, which are `count` from `begin` on. */
static void make_groups(search_usable_methods *usable, uint32_t begin, uint32_t count)
{
    const uint32_t *methods = usable->problem->task_methods.items + begin;
    uint64_t *order = usable->order;
    count_uses(usable, methods, count, 1);
    for (uint32_t i = 0; i < count; i++)
        order[i] = (uint64_t)find_rarest(usable, methods[i]) << 32 | i;
    count_uses(usable, methods, count, (uint32_t)-1);
    qsort(order, count, sizeof *order, ascending);
    for (uint32_t i = count, end = count; i-- > 0;) {
        usable->places[begin + i] = (uint32_t)order[i] + 1;
        usable->rarest[begin + i] = (uint32_t)(order[i] >> 32);
        usable->ends[begin + i] = begin + end;
        if (i > 0 && order[i - 1] >> 32 != order[i] >> 32)
            end = i;
    }
}

/* --- Listing ---------------------------------------------------------------------------------------------------------- */

static bool holds(const search_state *state, uint32_t literal)
{
    return literal == HDDL_NONE || hddl_has_bit(state->facts, literal / 2) == literal % 2;
}

static bool can_use(const search_usable_methods *usable, const search_state *state, uint32_t method)
{
    if (!search_state_agrees(state, usable->needs, method))
        return false;
    const uint32_t action = first_action(usable, method);
    return action == HDDL_NONE || search_state_agrees(state, usable->first_needs, action);
}

void search_usable_methods_add(search_usable_methods *usable, const search_state *state, uint32_t task,
                               hddl_numbers *methods)
{
    const ground_lists *lists = &usable->problem->task_methods;
    const uint32_t begin = lists->begin[task], end = lists->begin[task + 1];
    if (begin < end && usable->places[begin] == 0)
        make_groups(usable, begin, end - begin);
    for (uint32_t group = begin; group < end; group = usable->ends[group])
        for (uint32_t i = group; i < usable->ends[group] && holds(state, usable->rarest[group]); i++)
            if (can_use(usable, state, lists->items[begin + usable->places[i] - 1]))
                hddl_set_bit(usable->chosen, usable->places[i] - 1);
    for (uint32_t word = 0; word <= (end - begin) / 64; word++) {
        for (uint64_t bits = usable->chosen[word]; bits != 0; bits &= bits - 1)
            hddl_numbers_add(usable->pool, methods, lists->items[begin + word * 64 + hddl_lowest_bit(bits)]);
        usable->chosen[word] = 0;
    }
}
