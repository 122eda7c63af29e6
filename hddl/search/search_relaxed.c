/*
 * Setting up the problem without deletes: see search_relaxed.h. Lists are made in two rounds, the first of which counts.
 * Neighbours: search_estimate.c, which looks at states with it; search_hierarchy.c.
 */
#include "hddl/search/search_relaxed.h"
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

/* Begins stand one item too far on after the second round: they are moved back. */
static bool make_list(search_relaxed *relaxed, ground_lists *list, uint32_t count, each_pair *each)
{
    list->begin = search_claim(relaxed->budget, (size_t)count + 1, sizeof *list->begin);
    if (!list->begin)
        return false;
    pairs making = {list, true};
    each(relaxed, &making);
    for (uint32_t i = 0; i < count; i++)
        list->begin[i + 1] += list->begin[i];
    list->items = search_claim(relaxed->budget, list->begin[count], sizeof *list->items);
    if (!list->items)
        return false;
    making.counting = false;
    each(relaxed, &making);
    memmove(list->begin + 1, list->begin, count * sizeof *list->begin);
    list->begin[0] = 0;
    return true;
}

static void free_list(search_relaxed *relaxed, ground_lists *list, uint32_t count)
{
    if (!list->begin)
        return;
    search_release(relaxed->budget, list->items, list->begin[count], sizeof *list->items);
    search_release(relaxed->budget, list->begin, (size_t)count + 1, sizeof *list->begin);
}

static void facts_of(pairs *making, uint32_t item, const ground_lists *facts, uint32_t from)
{
    for (uint32_t i = facts->begin[from]; i < facts->begin[from + 1]; i++)
        pair(making, item, facts->items[i]);
}

static void negated_of(const search_relaxed *relaxed, pairs *making, uint32_t item, const ground_lists *facts,
                       uint32_t from)
{
    for (uint32_t i = facts->begin[from]; i < facts->begin[from + 1]; i++)
        if (relaxed->negated[facts->items[i]] != HDDL_NONE)
            pair(making, item, relaxed->negated[facts->items[i]]);
}

static void each_need(const search_relaxed *relaxed, pairs *making)
{
    const ground_problem *problem = relaxed->problem;
    for (uint32_t i = 0; i < problem->action_count; i++) {
        facts_of(making, i, &problem->needs, i);
        negated_of(relaxed, making, i, &problem->needs_not, i);
    }
    for (uint32_t i = 0; i < problem->method_count; i++) {
        uint32_t method = relaxed->first_method + i;
        facts_of(making, method, &problem->method_needs, i);
        negated_of(relaxed, making, method, &problem->method_needs_not, i);
        for (uint32_t s = problem->subtasks.begin[i]; s < problem->subtasks.begin[i + 1]; s++)
            pair(making, method, relaxed->first_done + problem->subtasks.items[s]);
    }
    for (uint32_t i = 0; i < problem->conditional_count; i++) {
        uint32_t effect = relaxed->first_conditional + i;
        pair(making, effect, relaxed->first_done + problem->conditional_action[i]);
        facts_of(making, effect, &problem->when, i);
        negated_of(relaxed, making, effect, &problem->when_not, i);
    }
}

static void each_gift(const search_relaxed *relaxed, pairs *making)
{
    const ground_problem *problem = relaxed->problem;
    for (uint32_t i = 0; i < problem->action_count; i++) {
        facts_of(making, i, &problem->adds, i);
        negated_of(relaxed, making, i, &problem->deletes, i);
    }
    for (uint32_t i = 0; i < problem->conditional_count; i++) {
        facts_of(making, relaxed->first_conditional + i, &problem->when_adds, i);
        negated_of(relaxed, making, relaxed->first_conditional + i, &problem->when_deletes, i);
    }
}

static void each_asked(const search_relaxed *relaxed, pairs *making)
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

static void each_kept(const search_relaxed *relaxed, pairs *making)
{
    const ground_problem *problem = relaxed->problem;
    for (uint32_t task = 0; task < problem->task_count; task++)
        for (uint32_t i = problem->task_methods.begin[task]; i < problem->task_methods.begin[task + 1]; i++)
            if (!contains_itself(problem, problem->task_methods.items[i]))
                pair(making, task, problem->task_methods.items[i]);
}

static void each_member(const search_relaxed *relaxed, pairs *making)
{
    for (uint32_t task = 0; task < relaxed->problem->task_count; task++)
        pair(making, relaxed->component[task], task);
}

static void each_use(const search_relaxed *relaxed, pairs *making)
{
    const ground_problem *problem = relaxed->problem;
    for (uint32_t k = 0; k < relaxed->kept.begin[problem->task_count]; k++) {
        uint32_t method = relaxed->kept.items[k], component = relaxed->component[problem->method_task[method]];
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

static bool number(search_relaxed *relaxed)
{
    const ground_problem *problem = relaxed->problem;
    relaxed->negated = search_claim(relaxed->budget, problem->fact_count, sizeof *relaxed->negated);
    if (!relaxed->negated)
        return false;
    memset(relaxed->negated, 0xFF, problem->fact_count * sizeof *relaxed->negated);
    relaxed->first_done = problem->fact_count;
    number_negated(relaxed, &problem->needs_not, problem->action_count);
    number_negated(relaxed, &problem->method_needs_not, problem->method_count);
    number_negated(relaxed, &problem->when_not, problem->conditional_count);
    relaxed->proposition_count = relaxed->first_done + problem->action_count + problem->task_count;
    relaxed->first_task = relaxed->first_done + problem->action_count;
    relaxed->first_conditional = problem->action_count;
    relaxed->first_method = relaxed->first_conditional + problem->conditional_count;
    relaxed->rule_count = relaxed->first_method + problem->method_count;
    return true;
}

/* Every array that is as long as there are propositions, rules or tasks: claimed or given back. */
static bool arrays(search_relaxed *relaxed, bool claim)
{
    size_t propositions = relaxed->proposition_count, rules = relaxed->rule_count, watching = relaxed->first_method;
    size_t actions = relaxed->problem->action_count, tasks = relaxed->problem->task_count;
    struct {
        void **array;
        size_t count, size;
    } all[] = {
        {(void **)&relaxed->base, relaxed->words, sizeof *relaxed->base},
        {(void **)&relaxed->open, actions, sizeof *relaxed->open},
        {(void **)&relaxed->ready, relaxed->action_words, sizeof *relaxed->ready},
        {(void **)&relaxed->reached, propositions, sizeof *relaxed->reached},
        {(void **)&relaxed->propositions, propositions, sizeof *relaxed->propositions},
        {(void **)&relaxed->watchers, propositions, sizeof *relaxed->watchers},
        {(void **)&relaxed->watchers_next, watching, sizeof *relaxed->watchers_next},
        {(void **)&relaxed->waiting_actions, relaxed->action_words, sizeof *relaxed->waiting_actions},
        {(void **)&relaxed->ready_left, relaxed->action_words, sizeof *relaxed->ready_left},
        {(void **)&relaxed->waiting, actions, sizeof *relaxed->waiting},
        {(void **)&relaxed->waiting_next, watching, sizeof *relaxed->waiting_next},
        {(void **)&relaxed->waiting_round, actions, sizeof *relaxed->waiting_round},
        {(void **)&relaxed->failed, tasks, sizeof *relaxed->failed},
        {(void **)&relaxed->frames, tasks, sizeof *relaxed->frames},
        {(void **)&relaxed->proposition_mark, propositions, sizeof *relaxed->proposition_mark},
        {(void **)&relaxed->rule_mark, rules, sizeof *relaxed->rule_mark},
        {(void **)&relaxed->stack, propositions, sizeof *relaxed->stack},
        {(void **)&relaxed->achievers, actions, sizeof *relaxed->achievers},
        {(void **)&relaxed->achiever_in, actions + tasks, sizeof *relaxed->achiever_in},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!claim)
            search_release(relaxed->budget, *all[i].array, all[i].count, all[i].size);
        else if (!(*all[i].array = search_claim(relaxed->budget, all[i].count, all[i].size)))
            return false;
    return true;
}

/* The base begins as the state without any fact. */
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
        if (open)
            search_relaxed_watch(relaxed, i, watched);
        else
            search_flip(relaxed->ready, i);
    }
}

/* The tasks without the methods that contain their own: those add nothing to what a task costs. */
static bool make_components(search_relaxed *relaxed)
{
    ground_problem kept = *relaxed->problem;
    kept.task_methods = relaxed->kept;
    relaxed->component = search_claim(relaxed->budget, kept.task_count, sizeof *relaxed->component);
    return relaxed->component &&
           search_components(&kept, relaxed->budget, relaxed->component, &relaxed->component_count);
}

static bool make_lists(search_relaxed *relaxed)
{
    const ground_problem *problem = relaxed->problem;
    return make_list(relaxed, &relaxed->needs, relaxed->rule_count, each_need) &&
           make_list(relaxed, &relaxed->gives, relaxed->first_method, each_gift) &&
           make_list(relaxed, &relaxed->asked, relaxed->proposition_count, each_asked) &&
           make_list(relaxed, &relaxed->kept, problem->task_count, each_kept) && make_components(relaxed) &&
           make_list(relaxed, &relaxed->members, relaxed->component_count, each_member) &&
           make_list(relaxed, &relaxed->users, problem->task_count, each_use);
}

bool search_relaxed_init(search_relaxed *relaxed, const ground_problem *problem, search_manner manner,
                         hddl_budget *budget)
{
    *relaxed = (search_relaxed){.problem = problem,
                                .budget = budget,
                                .manner = manner,
                                .words = problem->fact_count / 64 + 1,
                                .action_words = ((size_t)problem->action_count + 63) / 64};
    if (!search_reach_init(&relaxed->reach, problem, budget) || !number(relaxed) || !make_lists(relaxed) ||
        !arrays(relaxed, true))
        return false;
    begin_base(relaxed);
    return true;
}

void search_relaxed_free(search_relaxed *relaxed)
{
    search_reach_free(&relaxed->reach);
    arrays(relaxed, false);
    free_list(relaxed, &relaxed->needs, relaxed->rule_count);
    free_list(relaxed, &relaxed->gives, relaxed->first_method);
    free_list(relaxed, &relaxed->asked, relaxed->proposition_count);
    free_list(relaxed, &relaxed->kept, relaxed->problem->task_count);
    free_list(relaxed, &relaxed->members, relaxed->component_count);
    free_list(relaxed, &relaxed->users, relaxed->problem->task_count);
    search_release(relaxed->budget, relaxed->component, relaxed->problem->task_count, sizeof *relaxed->component);
    search_release(relaxed->budget, relaxed->negated, relaxed->problem->fact_count, sizeof *relaxed->negated);
    search_monotone_free(&relaxed->queue, relaxed->budget);
}
