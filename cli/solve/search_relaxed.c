/*
 * Setting up the problem without deletes: see search_relaxed.h. Lists are made in two rounds, the first of which counts.
 * Neighbour: search_estimate.c, which looks at states with it.
 */
#include "search_relaxed.h"

#include <string.h>

/* A list of lists in the making: with `items` NULL, pairs are counted in begin[item + 1]. */
typedef struct pairs {
    ground_list *list;
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
static bool make_list(search_relaxed *relaxed, ground_list *list, uint32_t count, each_pair *each)
{
    list->begin = search_claim(relaxed->clock, (size_t)count + 1, sizeof *list->begin);
    if (!list->begin)
        return false;
    pairs making = {list, true};
    each(relaxed, &making);
    for (uint32_t i = 0; i < count; i++)
        list->begin[i + 1] += list->begin[i];
    list->items = search_claim(relaxed->clock, list->begin[count], sizeof *list->items);
    if (!list->items)
        return false;
    making.counting = false;
    each(relaxed, &making);
    memmove(list->begin + 1, list->begin, count * sizeof *list->begin);
    list->begin[0] = 0;
    return true;
}

static void free_list(search_relaxed *relaxed, ground_list *list, uint32_t count)
{
    if (!list->begin)
        return;
    search_release(relaxed->clock, list->items, list->begin[count], sizeof *list->items);
    search_release(relaxed->clock, list->begin, (size_t)count + 1, sizeof *list->begin);
}

static void facts_of(pairs *making, uint32_t item, const ground_list *facts, uint32_t from)
{
    for (uint32_t i = facts->begin[from]; i < facts->begin[from + 1]; i++)
        pair(making, item, facts->items[i]);
}

static void negated_of(const search_relaxed *relaxed, pairs *making, uint32_t item, const ground_list *facts,
                       uint32_t from)
{
    for (uint32_t i = facts->begin[from]; i < facts->begin[from + 1]; i++)
        if (relaxed->negated[facts->items[i]] != SEARCH_NONE)
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
        pair(making, i, relaxed->first_done + i);
        facts_of(making, i, &problem->adds, i);
        negated_of(relaxed, making, i, &problem->deletes, i);
    }
    for (uint32_t i = 0; i < problem->method_count; i++)
        pair(making, relaxed->first_method + i, relaxed->first_done + problem->action_count + problem->method_task[i]);
    for (uint32_t i = 0; i < problem->conditional_count; i++) {
        facts_of(making, relaxed->first_conditional + i, &problem->when_adds, i);
        negated_of(relaxed, making, relaxed->first_conditional + i, &problem->when_deletes, i);
    }
}

static bool needs_tasks(const search_relaxed *relaxed, uint32_t rule)
{
    const uint32_t *subtasks = relaxed->problem->subtasks.begin;
    if (rule < relaxed->first_method)
        return false;
    uint32_t method = rule - relaxed->first_method;
    return rule >= relaxed->first_conditional || subtasks[method] < subtasks[method + 1];
}

static void each_asked(const search_relaxed *relaxed, pairs *making)
{
    for (uint32_t i = 0; i < relaxed->rule_count; i++)
        for (uint32_t n = relaxed->needs.begin[i]; n < relaxed->needs.begin[i + 1] && !needs_tasks(relaxed, i); n++)
            pair(making, relaxed->needs.items[n], i);
}

/* Propositions for the negations that something asks for. */
static void number_negated(search_relaxed *relaxed, const ground_list *list, uint32_t count)
{
    for (uint32_t i = 0; i < list->begin[count]; i++)
        if (relaxed->negated[list->items[i]] == SEARCH_NONE)
            relaxed->negated[list->items[i]] = relaxed->first_done++;
}

static bool number(search_relaxed *relaxed)
{
    const ground_problem *problem = relaxed->problem;
    relaxed->negated = search_claim(relaxed->clock, problem->fact_count, sizeof *relaxed->negated);
    if (!relaxed->negated)
        return false;
    memset(relaxed->negated, 0xFF, problem->fact_count * sizeof *relaxed->negated);
    relaxed->first_done = problem->fact_count;
    number_negated(relaxed, &problem->needs_not, problem->action_count);
    number_negated(relaxed, &problem->method_needs_not, problem->method_count);
    number_negated(relaxed, &problem->when_not, problem->conditional_count);
    relaxed->proposition_count = relaxed->first_done + problem->action_count + problem->task_count;
    relaxed->first_method = problem->action_count;
    relaxed->first_conditional = relaxed->first_method + problem->method_count;
    relaxed->rule_count = relaxed->first_conditional + problem->conditional_count;
    return true;
}

/* Every array that is as long as there are propositions, rules or components: claimed or given back. */
static bool arrays(search_relaxed *relaxed, bool claim)
{
    size_t propositions = relaxed->proposition_count, rules = relaxed->rule_count;
    size_t items = (size_t)relaxed->problem->action_count + relaxed->problem->task_count;
    struct {
        void **array;
        size_t count, size;
    } all[] = {
        {(void **)&relaxed->base, relaxed->words, sizeof *relaxed->base},
        {(void **)&relaxed->open, rules, sizeof *relaxed->open},
        {(void **)&relaxed->item, rules, sizeof *relaxed->item},
        {(void **)&relaxed->ready, items, sizeof *relaxed->ready},
        {(void **)&relaxed->ready_items, relaxed->reach.words, sizeof *relaxed->ready_items},
        {(void **)&relaxed->reached, propositions, sizeof *relaxed->reached},
        {(void **)&relaxed->propositions, propositions, sizeof *relaxed->propositions},
        {(void **)&relaxed->watchers, propositions, sizeof *relaxed->watchers},
        {(void **)&relaxed->rules, rules, sizeof *relaxed->rules},
        {(void **)&relaxed->waiting_items, relaxed->reach.words, sizeof *relaxed->waiting_items},
        {(void **)&relaxed->ready_left, relaxed->reach.words, sizeof *relaxed->ready_left},
        {(void **)&relaxed->waiting, items, sizeof *relaxed->waiting},
        {(void **)&relaxed->waiting_next, rules, sizeof *relaxed->waiting_next},
        {(void **)&relaxed->waiting_round, items, sizeof *relaxed->waiting_round},
        {(void **)&relaxed->proposition_mark, propositions, sizeof *relaxed->proposition_mark},
        {(void **)&relaxed->rule_mark, rules, sizeof *relaxed->rule_mark},
        {(void **)&relaxed->stack, propositions, sizeof *relaxed->stack},
        {(void **)&relaxed->achievers, relaxed->problem->action_count, sizeof *relaxed->achievers},
        {(void **)&relaxed->achiever_in, items, sizeof *relaxed->achiever_in},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!claim)
            search_release(relaxed->clock, *all[i].array, all[i].count, all[i].size);
        else if (!(*all[i].array = search_claim(relaxed->clock, all[i].count, all[i].size)))
            return false;
    }
    return true;
}

static uint32_t item_of(const search_relaxed *relaxed, uint32_t rule)
{
    const ground_problem *problem = relaxed->problem;
    if (rule >= relaxed->first_conditional)
        return problem->conditional_action[rule - relaxed->first_conditional];
    if (rule >= relaxed->first_method)
        return problem->action_count + problem->method_task[rule - relaxed->first_method];
    return rule;
}

/* What a rule that watches could give. */
static uint32_t gift_of(const search_relaxed *relaxed, uint32_t rule)
{
    const uint32_t *begin = relaxed->gives.begin + rule;
    return begin[1] - begin[0] == 1 ? relaxed->gives.items[begin[0]] : SEARCH_NONE;
}

static bool gives_what_it_needs(const search_relaxed *relaxed, uint32_t rule)
{
    for (uint32_t n = relaxed->needs.begin[rule]; n < relaxed->needs.begin[rule + 1]; n++)
        if (relaxed->needs.items[n] == relaxed->rules[rule].gives)
            return true;
    return false;
}

/* The base begins as the state without any fact. */
static void begin_base(search_relaxed *relaxed)
{
    memset(relaxed->watchers, 0xFF, relaxed->proposition_count * sizeof *relaxed->watchers);
    for (uint32_t i = 0; i < relaxed->problem->fact_count; i++)
        if (relaxed->negated[i] != SEARCH_NONE)
            relaxed->reached[relaxed->negated[i]] = SEARCH_ALWAYS;
    for (uint32_t i = relaxed->rule_count; i-- > 0;) {
        relaxed->item[i] = item_of(relaxed, i);
        relaxed->rules[i].gives = gift_of(relaxed, i);
        uint32_t watched = SEARCH_NONE;
        for (uint32_t n = relaxed->needs.begin[i]; n < relaxed->needs.begin[i + 1]; n++) {
            if (relaxed->reached[relaxed->needs.items[n]] == SEARCH_ALWAYS)
                continue;
            watched = relaxed->needs.items[n];
            relaxed->open[i]++;
        }
        if (watched == SEARCH_NONE) {
            if (relaxed->ready[relaxed->item[i]]++ == 0)
                search_flip(relaxed->ready_items, relaxed->item[i]);
        } else if (!gives_what_it_needs(relaxed, i)) {
            search_relaxed_watch(relaxed, i, watched);
        }
    }
}

bool search_relaxed_init(search_relaxed *relaxed, const ground_problem *problem, search_manner manner,
                         solve_clock *clock)
{
    *relaxed =
        (search_relaxed){.problem = problem, .clock = clock, .manner = manner, .words = problem->fact_count / 64 + 1};
    if (!search_reach_init(&relaxed->reach, problem, clock) || !number(relaxed) ||
        !make_list(relaxed, &relaxed->needs, relaxed->rule_count, each_need) ||
        !make_list(relaxed, &relaxed->gives, relaxed->rule_count, each_gift) ||
        !make_list(relaxed, &relaxed->asked, relaxed->proposition_count, each_asked) || !arrays(relaxed, true))
        return false;
    begin_base(relaxed);
    return true;
}

void search_relaxed_free(search_relaxed *relaxed)
{
    search_reach_free(&relaxed->reach);
    arrays(relaxed, false);
    free_list(relaxed, &relaxed->needs, relaxed->rule_count);
    free_list(relaxed, &relaxed->gives, relaxed->rule_count);
    free_list(relaxed, &relaxed->asked, relaxed->proposition_count);
    search_release(relaxed->clock, relaxed->negated, relaxed->problem->fact_count, sizeof *relaxed->negated);
    search_monotone_free(&relaxed->queue, relaxed->clock);
}
