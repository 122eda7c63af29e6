/*
 * Summaries of tasks; see search_task_summary.h. They are computed from the leaves of the graph of tasks up, and within
 * a component (tasks that contain each other) until nothing changes. What may happen grows from nothing; what must
 * hold shrinks from everything.
 */
#include "hddl/search/search_task_summary.h"

#include "hddl/common/bits.h"
#include "hddl/search/search_components.h"

#include <string.h>

enum { UNKNOWN_BOUND = UINT32_MAX / 2 };

typedef struct inference {
    search_task_summary *summary;
    const ground_problem *problem;
    hddl_pool *pool;
    size_t words;
    ground_lists components; /* their tasks; components of subtasks come first */
    uint32_t component_count;
    search_sets method, action; /* of the method at hand, of one of its subtasks */
    search_sets common;         /* what all methods of a task have in common */
} inference;

/* --- Items ---------------------------------------------------------------------------------------------------------- */

/* One block for the sets of so many tasks, in the order of search_sets. */
static search_sets new_sets(const inference *in, size_t tasks)
{
    const size_t size = tasks * in->words;
    uint64_t *row = hddl_pool_zeroed(in->pool, 6 * size, sizeof *row);
    return (search_sets){.needs = {row, row + size},
                         .makes = {row + 2 * size, row + 3 * size},
                         .leaves = {row + 4 * size, row + 5 * size}};
}

static void clear(const inference *in, const search_sets *sets)
{
    memset(sets->needs[0], 0, 6 * in->words * sizeof(uint64_t));
}

static void set_list(uint64_t *row, const ground_lists *list, uint32_t item)
{
    for (uint32_t i = list->begin[item]; i < list->begin[item + 1]; i++)
        hddl_set_bit(row, list->items[i]);
}

static void set_lists(uint64_t *const *rows, const ground_literals *literals, uint32_t item)
{
    for (int value = 0; value < 2; value++)
        set_list(rows[value], &literals->facts[value], item);
}

/* An action's sets. What it needs and does not change is so after it, too. Adds come after deletes. */
static void fill_action(const inference *in, uint32_t action)
{
    const ground_problem *problem = in->problem;
    const search_sets *sets = &in->action;
    clear(in, sets);
    set_lists(sets->needs, &problem->needs, action);
    set_lists(sets->makes, &problem->effects, action);
    for (uint32_t i = problem->conditional_begin[action]; i < problem->conditional_begin[action + 1]; i++)
        set_lists(sets->makes, &problem->when_effects, i);
    memcpy(sets->leaves[0], sets->needs[0], 2 * in->words * sizeof(uint64_t));
    set_list(sets->leaves[false], &problem->effects.facts[false], action);
    for (int value = 0; value < 2; value++)
        for (size_t i = 0; i < in->words; i++)
            sets->leaves[value][i] &= ~sets->makes[!value][i];
    set_list(sets->leaves[true], &problem->effects.facts[true], action);
}

static search_sets sets_of(const inference *in, uint32_t item)
{
    if (item < in->problem->action_count) {
        fill_action(in, item);
        return in->action;
    }
    const size_t at = (item - in->problem->action_count) * in->words;
    search_sets sets = in->summary->tasks;
    for (int value = 0; value < 2; value++) {
        sets.needs[value] += at;
        sets.makes[value] += at;
        sets.leaves[value] += at;
    }
    return sets;
}

/* --- What may happen ------------------------------------------------------------------------------------------------ */

static bool grow_effects(const inference *in, uint32_t task)
{
    const ground_problem *problem = in->problem;
    const search_sets own = sets_of(in, problem->action_count + task);
    bool changed = false;
    for (uint32_t i = problem->task_methods.begin[task]; i < problem->task_methods.begin[task + 1]; i++) {
        const uint32_t method = problem->task_methods.items[i];
        for (uint32_t k = problem->subtasks.begin[method]; k < problem->subtasks.begin[method + 1]; k++) {
            const search_sets of = sets_of(in, problem->subtasks.items[k]);
            for (int value = 0; value < 2; value++)
                changed |= hddl_add_bits(own.makes[value], of.makes[value], in->words);
        }
    }
    return changed;
}

/* --- What must hold ------------------------------------------------------------------------------------------------- */

static bool intersect(const uint64_t *a, const uint64_t *b, size_t words)
{
    for (size_t i = 0; i < words; i++)
        if (a[i] & b[i])
            return true;
    return false;
}

/* Adds a subtask to the method's sets. False: what is surely so by then contradicts what it needs. */
static bool add_subtask(const inference *in, uint32_t item)
{
    const search_sets of = sets_of(in, item), *sets = &in->method;
    if (intersect(of.needs[true], sets->leaves[false], in->words) ||
        intersect(of.needs[false], sets->leaves[true], in->words))
        return false;
    for (int value = 0; value < 2; value++) {
        uint64_t *needs = sets->needs[value], *leaves = sets->leaves[value];
        for (size_t i = 0; i < in->words; i++) {
            needs[i] |= of.needs[value][i] & ~sets->makes[value][i];
            leaves[i] = ((leaves[i] | of.needs[value][i]) & ~of.makes[!value][i]) | of.leaves[value][i];
        }
        hddl_add_bits(sets->makes[value], of.makes[value], in->words);
    }
    return true;
}

/* Computes a method's sets. False: it contradicts itself. */
static bool fill_method(const inference *in, uint32_t method)
{
    const ground_problem *problem = in->problem;
    const search_sets *sets = &in->method;
    clear(in, sets);
    set_lists(sets->needs, &problem->method_needs, method);
    memcpy(sets->leaves[0], sets->needs[0], 2 * in->words * sizeof(uint64_t));
    for (uint32_t i = problem->subtasks.begin[method]; i < problem->subtasks.begin[method + 1]; i++)
        if (!add_subtask(in, problem->subtasks.items[i]))
            return false;
    return !intersect(sets->needs[true], sets->needs[false], in->words);
}

/* Keeps in `to` what is in `from`, too. Whether that changed anything. */
static bool keep_common(uint64_t *to, const uint64_t *from, size_t words)
{
    uint64_t changed = 0;
    for (size_t i = 0; i < words; i++) {
        changed |= to[i] & ~from[i];
        to[i] &= from[i];
    }
    return changed != 0;
}

static bool keep_common_sets(const search_sets *to, const search_sets *from, size_t words)
{
    bool changed = false;
    for (int value = 0; value < 2; value++) {
        changed |= keep_common(to->needs[value], from->needs[value], words);
        changed |= keep_common(to->leaves[value], from->leaves[value], words);
    }
    return changed;
}

/* A task needs what all its methods need, and leaves what all leave. Whether its sets have shrunk. */
static bool shrink_needs(const inference *in, uint32_t task)
{
    const ground_problem *problem = in->problem;
    const search_sets own = sets_of(in, problem->action_count + task);
    memset(in->common.needs[0], 0xFF, 6 * in->words * sizeof(uint64_t));
    for (uint32_t i = problem->task_methods.begin[task]; i < problem->task_methods.begin[task + 1]; i++) {
        hddl_pool_tick(in->pool);
        if (fill_method(in, problem->task_methods.items[i]))
            keep_common_sets(&in->common, &in->method, in->words);
    }
    return keep_common_sets(&own, &in->common, in->words);
}

/* --- Lower bounds --------------------------------------------------------------------------------------------------- */

static bool lower_bounds(const inference *in, uint32_t task)
{
    const ground_problem *problem = in->problem;
    uint32_t *bounds = in->summary->lower_bound, *own = &bounds[problem->action_count + task];
    bool changed = false;
    for (uint32_t i = problem->task_methods.begin[task]; i < problem->task_methods.begin[task + 1]; i++) {
        const uint32_t method = problem->task_methods.items[i];
        uint64_t sum = 0;
        for (uint32_t k = problem->subtasks.begin[method]; k < problem->subtasks.begin[method + 1]; k++)
            sum += bounds[problem->subtasks.items[k]];
        const uint32_t bound = sum < UNKNOWN_BOUND ? (uint32_t)sum : UNKNOWN_BOUND;
        in->summary->method_lower_bound[method] = bound;
        changed |= bound < *own;
        *own = bound < *own ? bound : *own;
    }
    return changed;
}

/* --- All together --------------------------------------------------------------------------------------------------- */

typedef bool improves(const inference *in, uint32_t task);

/* Improves each component until nothing changes, those of subtasks first. */
static void settle(const inference *in, improves *improve)
{
    const ground_lists *components = &in->components;
    for (uint32_t k = 0; k < in->component_count; k++) {
        for (bool again = true; again;) {
            again = false;
            for (uint32_t i = components->begin[k]; i < components->begin[k + 1]; i++) {
                hddl_pool_tick(in->pool);
                again |= improve(in, components->items[i]);
            }
        }
    }
}

static void add_list(const inference *in, const uint64_t *row, hddl_numbers *items)
{
    for (size_t word = 0; word < in->words; word++)
        for (uint64_t bits = row[word]; bits != 0; bits &= bits - 1)
            hddl_numbers_add(in->pool, items, (uint32_t)(word * 64) + hddl_lowest_bit(bits));
}

static void list_methods(const inference *in)
{
    search_task_summary *summary = in->summary;
    const uint32_t count = in->problem->method_count;
    hddl_numbers items[2] = {{0}, {0}};
    summary->method_dead = hddl_pool_zeroed(in->pool, count, sizeof *summary->method_dead);
    for (int value = 0; value < 2; value++)
        summary->method_needs.facts[value].begin = hddl_pool_zeroed(in->pool, (size_t)count + 1, sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++) {
        hddl_pool_tick(in->pool);
        summary->method_dead[i] = !fill_method(in, i);
        for (int value = 0; value < 2; value++) {
            if (!summary->method_dead[i])
                add_list(in, in->method.needs[value], &items[value]);
            summary->method_needs.facts[value].begin[i + 1] = hddl_pool_u32(in->pool, items[value].count);
        }
    }
    for (int value = 0; value < 2; value++)
        summary->method_needs.facts[value].items = items[value].items;
}

void search_task_summary_make(search_task_summary *summary, hddl_pool *pool, const ground_problem *problem)
{
    inference in = {.summary = summary, .problem = problem, .pool = pool, .words = problem->fact_count / 64 + 1};
    const size_t row = problem->task_count * in.words * sizeof(uint64_t);
    in.method = new_sets(&in, 1);
    in.action = new_sets(&in, 1);
    in.common = new_sets(&in, 1);
    *summary =
        (search_task_summary){.problem = problem, .words = in.words, .tasks = new_sets(&in, problem->task_count)};
    memset(summary->tasks.needs[0], 0xFF, 2 * row);
    memset(summary->tasks.leaves[0], 0xFF, 2 * row);
    summary->lower_bound =
        hddl_pool_zeroed(pool, (size_t)problem->action_count + problem->task_count, sizeof *summary->lower_bound);
    summary->method_lower_bound = hddl_pool_zeroed(pool, problem->method_count, sizeof *summary->method_lower_bound);
    for (uint32_t i = 0; i < problem->action_count + problem->task_count; i++)
        summary->lower_bound[i] = i < problem->action_count ? 1 : UNKNOWN_BOUND;
    uint32_t *component = search_components(pool, problem, &problem->task_methods, &in.component_count);
    in.components = ground_lists_by_group(pool, component, problem->task_count, in.component_count);
    settle(&in, grow_effects);
    settle(&in, shrink_needs);
    settle(&in, lower_bounds);
    list_methods(&in);
    void *room[] = {in.method.needs[0],  in.action.needs[0],  in.common.needs[0],
                    in.components.begin, in.components.items, component};
    for (size_t i = 0; i < sizeof room / sizeof *room; i++)
        hddl_pool_release(pool, room[i]);
}

/* --- Questions ------------------------------------------------------------------------------------------------------ */

static bool is_in(const ground_lists *list, uint32_t item, uint32_t fact)
{
    for (uint32_t i = list->begin[item]; i < list->begin[item + 1]; i++)
        if (list->items[i] == fact)
            return true;
    return false;
}

bool search_can_set(const search_task_summary *summary, uint32_t item, uint32_t fact, bool value)
{
    const ground_problem *problem = summary->problem;
    if (item >= problem->action_count)
        return hddl_has_bit(summary->tasks.makes[value] + (item - problem->action_count) * summary->words, fact);
    for (uint32_t i = problem->conditional_begin[item]; i < problem->conditional_begin[item + 1]; i++)
        if (is_in(&problem->when_effects.facts[value], i, fact))
            return true;
    return is_in(&problem->effects.facts[value], item, fact);
}
