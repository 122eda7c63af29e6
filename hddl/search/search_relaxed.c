/*
 * Sets up the delete relaxation; see search_relaxed.h. The lists `needs`, `gives` and so on are made from functions
 * each of which names all pairs of an item and a value.
 */
#include "hddl/search/search_relaxed.h"

#include "hddl/common/bits.h"
#include "hddl/search/search_components.h"

#include <string.h>

/* A list of lists in the making: with `items` NULL, pairs are counted in begin[item + 1]. */
typedef struct pairs {
    ground_lists *list;
    bool counting;
} pairs;

static void pair(pairs *making, uint32_t item, uint32_t value)
{
    if (making->counting)
        making->list->begin[item + 1]++;
    else
        making->list->items[making->list->begin[item]++] = value;
}

typedef void each_pair(const search_relaxed *relaxed, pairs *making);

/* In two rounds, of which the first counts. The second leaves `begin` one item too far on. */
static void make_lists_of(search_relaxed *relaxed, ground_lists *list, uint32_t count, each_pair *each)
{
    list->begin = hddl_pool_zeroed(relaxed->pool, (size_t)count + 1, sizeof *list->begin);
    pairs making = {list, true};
    each(relaxed, &making);
    for (uint32_t i = 0; i < count; i++)
        list->begin[i + 1] += list->begin[i];
    list->items = hddl_pool_zeroed(relaxed->pool, list->begin[count], sizeof *list->items);
    making.counting = false;
    each(relaxed, &making);
    memmove(list->begin + 1, list->begin, count * sizeof *list->begin);
    list->begin[0] = 0;
}

static void literals_of(const search_relaxed *relaxed, pairs *making, uint32_t item, const ground_literals *literals,
                        uint32_t from)
{
    const ground_lists *positive = &literals->facts[true], *negative = &literals->facts[false];
    for (uint32_t i = positive->begin[from]; i < positive->begin[from + 1]; i++)
        pair(making, item, positive->items[i]);
    for (uint32_t i = negative->begin[from]; i < negative->begin[from + 1]; i++)
        if (relaxed->negated[negative->items[i]] != HDDL_NONE)
            pair(making, item, relaxed->negated[negative->items[i]]);
}

static void each_need(const search_relaxed *relaxed, pairs *making)
{
    const ground_problem *problem = relaxed->problem;
    for (uint32_t i = 0; i < problem->action_count; i++)
        literals_of(relaxed, making, i, &problem->needs, i);
    for (uint32_t i = 0; i < problem->method_count; i++) {
        uint32_t method = relaxed->first_method + i;
        literals_of(relaxed, making, method, &problem->method_needs, i);
        for (uint32_t s = problem->subtasks.begin[i]; s < problem->subtasks.begin[i + 1]; s++)
            pair(making, method, relaxed->first_done + problem->subtasks.items[s]);
    }
    for (uint32_t i = 0; i < problem->conditional_count; i++) {
        uint32_t effect = relaxed->first_conditional + i;
        pair(making, effect, relaxed->first_done + problem->conditional_action[i]);
        literals_of(relaxed, making, effect, &problem->when, i);
    }
}

static void each_given(const search_relaxed *relaxed, pairs *making)
{
    const ground_problem *problem = relaxed->problem;
    for (uint32_t i = 0; i < problem->action_count; i++)
        literals_of(relaxed, making, i, &problem->effects, i);
    for (uint32_t i = 0; i < problem->conditional_count; i++)
        literals_of(relaxed, making, relaxed->first_conditional + i, &problem->when_effects, i);
}

static void each_needer(const search_relaxed *relaxed, pairs *making)
{
    for (uint32_t i = 0; i < relaxed->first_conditional; i++)
        for (uint32_t n = relaxed->needs.begin[i]; n < relaxed->needs.begin[i + 1]; n++)
            pair(making, relaxed->needs.items[n], i);
}

static bool contains_itself(const ground_problem *problem, uint32_t method)
{
    for (uint32_t i = problem->subtasks.begin[method]; i < problem->subtasks.begin[method + 1]; i++)
        if (problem->subtasks.items[i] == problem->action_count + problem->method_task[method])
            return true;
    return false;
}

static void each_method(const search_relaxed *relaxed, pairs *making)
{
    const ground_problem *problem = relaxed->problem;
    for (uint32_t task = 0; task < problem->task_count; task++)
        for (uint32_t i = problem->task_methods.begin[task]; i < problem->task_methods.begin[task + 1]; i++)
            if (!contains_itself(problem, problem->task_methods.items[i]))
                pair(making, task, problem->task_methods.items[i]);
}

static void each_use(const search_relaxed *relaxed, pairs *making)
{
    const ground_problem *problem = relaxed->problem;
    for (uint32_t k = 0; k < relaxed->methods.begin[problem->task_count]; k++) {
        uint32_t method = relaxed->methods.items[k], component = relaxed->component[problem->method_task[method]];
        for (uint32_t i = problem->subtasks.begin[method]; i < problem->subtasks.begin[method + 1]; i++) {
            uint32_t item = problem->subtasks.items[i];
            if (item >= problem->action_count && relaxed->component[item - problem->action_count] == component)
                pair(making, item - problem->action_count, method);
        }
    }
}

/* Propositions for the negations that something asks for. */
static void number_negated(search_relaxed *relaxed, const ground_lists *list, uint32_t count)
{
    for (uint32_t i = 0; i < list->begin[count]; i++)
        if (relaxed->negated[list->items[i]] == HDDL_NONE)
            relaxed->negated[list->items[i]] = relaxed->first_done++;
}

static void number_rules(search_relaxed *relaxed)
{
    const ground_problem *problem = relaxed->problem;
    relaxed->negated = hddl_pool_zeroed(relaxed->pool, problem->fact_count, sizeof *relaxed->negated);
    memset(relaxed->negated, 0xFF, problem->fact_count * sizeof *relaxed->negated);
    relaxed->first_done = problem->fact_count;
    number_negated(relaxed, &problem->needs.facts[false], problem->action_count);
    number_negated(relaxed, &problem->method_needs.facts[false], problem->method_count);
    number_negated(relaxed, &problem->when.facts[false], problem->conditional_count);
    relaxed->first_task = relaxed->first_done + problem->action_count;
    relaxed->proposition_count = relaxed->first_task + problem->task_count;
    relaxed->first_conditional = problem->action_count;
    relaxed->first_method = relaxed->first_conditional + problem->conditional_count;
    relaxed->rule_count = relaxed->first_method + problem->method_count;
}

static void make_lists(search_relaxed *relaxed)
{
    const uint32_t tasks = relaxed->problem->task_count;
    make_lists_of(relaxed, &relaxed->needs, relaxed->rule_count, each_need);
    make_lists_of(relaxed, &relaxed->gives, relaxed->first_method, each_given);
    make_lists_of(relaxed, &relaxed->needers, relaxed->proposition_count, each_needer);
    make_lists_of(relaxed, &relaxed->methods, tasks, each_method);
    relaxed->component =
        search_components(relaxed->pool, relaxed->problem, &relaxed->methods, &relaxed->component_count);
    relaxed->members = ground_lists_by_group(relaxed->pool, relaxed->component, tasks, relaxed->component_count);
    make_lists_of(relaxed, &relaxed->users, tasks, each_use);
}

static void *words(search_relaxed *relaxed, size_t count)
{
    return hddl_pool_zeroed(relaxed->pool, count, sizeof(uint64_t));
}

static uint32_t *numbers(search_relaxed *relaxed, size_t count)
{
    return hddl_pool_zeroed(relaxed->pool, count, sizeof(uint32_t));
}

static void make_arrays(search_relaxed *relaxed)
{
    const uint32_t actions = relaxed->problem->action_count, tasks = relaxed->problem->task_count;
    relaxed->base = words(relaxed, relaxed->words);
    relaxed->open = numbers(relaxed, actions);
    relaxed->ready = words(relaxed, relaxed->action_words);
    relaxed->reached = numbers(relaxed, relaxed->proposition_count);
    relaxed->propositions = hddl_pool_zeroed(relaxed->pool, relaxed->proposition_count, sizeof *relaxed->propositions);
    relaxed->watchers = numbers(relaxed, relaxed->proposition_count);
    relaxed->watchers_next = numbers(relaxed, relaxed->first_method);
    relaxed->waiting_actions = words(relaxed, relaxed->action_words);
    relaxed->ready_left = words(relaxed, relaxed->action_words);
    relaxed->waiting = numbers(relaxed, actions);
    relaxed->waiting_next = numbers(relaxed, relaxed->first_method);
    relaxed->waiting_round = numbers(relaxed, actions);
    relaxed->failed = numbers(relaxed, tasks);
    relaxed->frames = hddl_pool_zeroed(relaxed->pool, tasks, sizeof *relaxed->frames);
    relaxed->proposition_mark = numbers(relaxed, relaxed->proposition_count);
    relaxed->rule_mark = numbers(relaxed, relaxed->rule_count);
    relaxed->stack = numbers(relaxed, relaxed->proposition_count);
    relaxed->achiever_in = numbers(relaxed, (size_t)actions + tasks);
}

/* The base is at first the state without any fact. */
static void begin_base(search_relaxed *relaxed)
{
    memset(relaxed->watchers, 0xFF, relaxed->proposition_count * sizeof *relaxed->watchers);
    for (uint32_t i = 0; i < relaxed->problem->fact_count; i++)
        if (relaxed->negated[i] != HDDL_NONE)
            relaxed->reached[relaxed->negated[i]] = SEARCH_ALWAYS;
    for (uint32_t i = relaxed->first_method; i-- > 0;) {
        uint32_t watched = HDDL_NONE, open = 0;
        for (uint32_t n = relaxed->needs.begin[i]; n < relaxed->needs.begin[i + 1]; n++) {
            if (relaxed->reached[relaxed->needs.items[n]] == SEARCH_ALWAYS)
                continue;
            watched = relaxed->needs.items[n];
            open++;
        }
        if (i < relaxed->first_conditional)
            relaxed->open[i] = open;
        if (open != 0)
            search_relaxed_watch(relaxed, i, watched);
        else
            hddl_flip_bit(relaxed->ready, i);
    }
}

void search_relaxed_init(search_relaxed *relaxed, hddl_pool *pool, const ground_problem *problem, bool counts_again)
{
    *relaxed = (search_relaxed){.problem = problem, .pool = pool, .counts_again = counts_again};
    relaxed->words = problem->fact_count / 64 + 1;
    relaxed->action_words = ((size_t)problem->action_count + 63) / 64;
    search_reach_init(&relaxed->reach, pool, problem);
    number_rules(relaxed);
    make_lists(relaxed);
    make_arrays(relaxed);
    begin_base(relaxed);
}
