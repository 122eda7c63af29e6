/*
 * Estimates; see search_estimate.h. What is reached is computed for one pending task after the other. Then the relaxed
 * plan is read off backwards.
 */
#include "hddl/search/search_estimate.h"

#include "hddl/common/bits.h"
#include "hddl/search/search_task_costs.h"

#include <string.h>

/* Words of sets that may be computed to find what methods contain. */
enum { LOOK_INSIDE_MOST = 1 << 21 };

/* --- The base: what holds in the state -------------------------------------------------------------------------------- */

static bool holds(const search_relaxed *relaxed, uint32_t proposition)
{
    return relaxed->reached[proposition] == SEARCH_ALWAYS;
}

/* A precondition of the rule that is not reached since this round; HDDL_NONE: all are. */
static uint32_t find_unreached(const search_relaxed *relaxed, uint32_t rule, uint32_t round)
{
    for (uint32_t i = relaxed->needs.begin[rule + 1]; i-- > relaxed->needs.begin[rule];)
        if (relaxed->reached[relaxed->needs.items[i]] < round)
            return relaxed->needs.items[i];
    return HDDL_NONE;
}

/* What holds is not watched: its watchers watch another precondition, or nothing if all hold. */
static void add_to_base(search_relaxed *relaxed, uint32_t proposition)
{
    relaxed->reached[proposition] = SEARCH_ALWAYS;
    relaxed->propositions[proposition].cost = 0;
    for (uint32_t i = relaxed->needers.begin[proposition]; i < relaxed->needers.begin[proposition + 1]; i++)
        if (--relaxed->open[relaxed->needers.items[i]] == 0)
            hddl_flip_bit(relaxed->ready, relaxed->needers.items[i]);
    uint32_t rule = relaxed->watchers[proposition];
    relaxed->watchers[proposition] = HDDL_NONE;
    while (rule != HDDL_NONE) {
        uint32_t next = relaxed->watchers_next[rule], other = find_unreached(relaxed, rule, SEARCH_ALWAYS);
        if (other != HDDL_NONE)
            search_relaxed_watch(relaxed, rule, other);
        rule = next;
    }
}

static void take_from_base(search_relaxed *relaxed, uint32_t proposition)
{
    relaxed->reached[proposition] = 0;
    for (uint32_t i = relaxed->needers.begin[proposition]; i < relaxed->needers.begin[proposition + 1]; i++) {
        uint32_t action = relaxed->needers.items[i];
        if (relaxed->open[action]++ == 0) {
            search_relaxed_watch(relaxed, action, proposition);
            hddl_flip_bit(relaxed->ready, action);
        }
    }
}

static void set_base(search_relaxed *relaxed, uint32_t proposition, bool holds)
{
    if (holds)
        add_to_base(relaxed, proposition);
    else
        take_from_base(relaxed, proposition);
}

/* Moves the base to another state. Only what differs is touched. */
static void move_base(search_relaxed *relaxed, const uint64_t *state)
{
    for (size_t word = 0; word < relaxed->words; word++) {
        for (uint64_t bits = relaxed->base[word] ^ state[word]; bits != 0; bits &= bits - 1) {
            const uint32_t fact = (uint32_t)(word * 64) + hddl_lowest_bit(bits), negated = relaxed->negated[fact];
            const bool holds = hddl_has_bit(state, fact);
            set_base(relaxed, fact, holds);
            if (negated != HDDL_NONE)
                set_base(relaxed, negated, !holds);
        }
        relaxed->base[word] = state[word];
    }
}

/* --- What can be reached ---------------------------------------------------------------------------------------------- */

static uint32_t action_of(const search_relaxed *relaxed, uint32_t rule)
{
    return rule < relaxed->first_conditional ? rule
                                             : relaxed->problem->conditional_action[rule - relaxed->first_conditional];
}

static bool is_allowed(const search_relaxed *relaxed, uint32_t action)
{
    return relaxed->allowed ? hddl_has_bit(relaxed->allowed, action) : action == relaxed->alone;
}

static void settle(search_relaxed *relaxed, uint32_t proposition);

/*
 * All preconditions of an action or a conditional effect are reached: its effects get a cost. That an action is done is
 * settled at once, because its cost cannot fall.
 */
static void use(search_relaxed *relaxed, uint32_t rule)
{
    uint32_t cost = search_relaxed_weight(relaxed, rule);
    for (uint32_t i = relaxed->needs.begin[rule]; i < relaxed->needs.begin[rule + 1]; i++)
        cost = search_relaxed_sum(cost, relaxed->propositions[relaxed->needs.items[i]].cost);
    if (rule < relaxed->first_conditional) {
        relaxed->propositions[relaxed->first_done + rule] = (relaxed_proposition){relaxed->round, cost, rule};
        settle(relaxed, relaxed->first_done + rule);
    }
    for (uint32_t i = relaxed->gives.begin[rule]; i < relaxed->gives.begin[rule + 1]; i++) {
        uint32_t given = relaxed->gives.items[i];
        relaxed_proposition *proposition = &relaxed->propositions[given];
        if (search_relaxed_has(relaxed, given) || (proposition->round == relaxed->round && proposition->cost <= cost))
            continue;
        *proposition = (relaxed_proposition){relaxed->round, cost, rule};
        search_monotone_push(relaxed->pool, &relaxed->queue, cost, given);
    }
}

static void wait(search_relaxed *relaxed, uint32_t rule)
{
    uint32_t action = action_of(relaxed, rule);
    bool more = relaxed->waiting_round[action] == relaxed->round;
    relaxed->waiting_next[rule] = more ? relaxed->waiting[action] : HDDL_NONE;
    relaxed->waiting[action] = rule;
    relaxed->waiting_round[action] = relaxed->round;
    hddl_set_bit(relaxed->waiting_actions, action);
}

/* A proposition is reached. The rules that watch it watch another precondition, or can be used. */
static void settle(search_relaxed *relaxed, uint32_t proposition)
{
    relaxed->reached[proposition] = relaxed->round;
    uint32_t *link = &relaxed->watchers[proposition];
    while (*link != HDDL_NONE) {
        uint32_t rule = *link, other = find_unreached(relaxed, rule, relaxed->round);
        if (other != HDDL_NONE) {
            *link = relaxed->watchers_next[rule];
            search_relaxed_watch(relaxed, rule, other);
            continue;
        }
        link = &relaxed->watchers_next[rule];
        if (is_allowed(relaxed, action_of(relaxed, rule)))
            use(relaxed, rule);
        else
            wait(relaxed, rule);
    }
}

static void exhaust(search_relaxed *relaxed)
{
    for (uint32_t proposition; (proposition = search_monotone_pop(relaxed->pool, &relaxed->queue)) != HDDL_NONE;)
        if (!search_relaxed_has(relaxed, proposition))
            settle(relaxed, proposition);
}

/* The action is allowed now: uses its rules that have waited for that. */
static void use_waiting(search_relaxed *relaxed, uint32_t action)
{
    hddl_flip_bit(relaxed->waiting_actions, action);
    if (relaxed->waiting_round[action] == relaxed->round)
        for (uint32_t rule = relaxed->waiting[action]; rule != HDDL_NONE; rule = relaxed->waiting_next[rule])
            use(relaxed, rule);
    relaxed->waiting_round[action] = 0;
    if (hddl_has_bit(relaxed->ready_left, action)) {
        hddl_flip_bit(relaxed->ready_left, action);
        use(relaxed, action);
    }
}

/* Reaches all that decompositions of a pending task could make true. Whether the task can be done. */
static bool reach_by_task(search_relaxed *relaxed, uint32_t task)
{
    relaxed->allowed = search_reach_of(&relaxed->reach, task);
    for (size_t word = 0; word < relaxed->action_words; word++) {
        uint64_t bits = relaxed->allowed[word] & relaxed->waiting_actions[word];
        for (; bits != 0; bits &= bits - 1)
            use_waiting(relaxed, (uint32_t)word * 64 + hddl_lowest_bit(bits));
    }
    exhaust(relaxed);
    relaxed->stage++;
    return search_task_is_reached(relaxed, task);
}

/* The same for a pending action. */
static bool reach_by_action(search_relaxed *relaxed, uint32_t action)
{
    relaxed->allowed = NULL;
    relaxed->alone = action;
    if (hddl_has_bit(relaxed->waiting_actions, action)) {
        use_waiting(relaxed, action);
        exhaust(relaxed);
        relaxed->stage++;
    }
    return search_relaxed_has(relaxed, relaxed->first_done + action);
}

/* --- The relaxed plan ------------------------------------------------------------------------------------------------- */

/*
 * The relaxed plan is counted for one pending task after the other. What decompositions do is counted for each of them
 * again. A fact is made true once for all, at no cost where some decomposition contains the action anyway.
 */
static bool is_marked(const search_relaxed *relaxed, uint32_t proposition)
{
    uint32_t since = proposition < relaxed->first_done ? relaxed->first_mark : relaxed->mark;
    return relaxed->proposition_mark[proposition] >= since;
}

static uint32_t count_rule(search_relaxed *relaxed, uint32_t rule, bool for_fact)
{
    uint32_t since = for_fact || !relaxed->counts_again ? relaxed->first_mark : relaxed->mark;
    if (relaxed->rule_mark[rule] >= since)
        return 0;
    if (for_fact && rule < relaxed->first_conditional)
        hddl_numbers_add(relaxed->pool, &relaxed->achievers, rule);
    relaxed->rule_mark[rule] = relaxed->mark;
    return search_relaxed_weight(relaxed, rule);
}

static uint32_t count_plan(search_relaxed *relaxed, uint32_t done)
{
    uint32_t total = 0, count = 1;
    relaxed->stack[0] = done;
    relaxed->proposition_mark[done] = relaxed->mark;
    while (count) {
        uint32_t proposition = relaxed->stack[--count], rule = relaxed->propositions[proposition].by;
        total += count_rule(relaxed, rule, proposition < relaxed->first_done);
        for (uint32_t i = relaxed->needs.begin[rule]; i < relaxed->needs.begin[rule + 1]; i++) {
            uint32_t needed = relaxed->needs.items[i];
            if (holds(relaxed, needed) || is_marked(relaxed, needed))
                continue;
            relaxed->proposition_mark[needed] = relaxed->mark;
            relaxed->stack[count++] = needed;
        }
    }
    return total;
}

/* --- Methods of the first task ---------------------------------------------------------------------------------------- */

/* What an item can contain: of a task a set, of an action (NULL) itself alone. */
static const uint64_t *contents_of(search_relaxed *relaxed, uint32_t item)
{
    uint32_t actions = relaxed->problem->action_count;
    return item < actions ? NULL : search_reach_of(&relaxed->reach, item - actions);
}

static bool contains(const uint64_t *contents, uint32_t item, uint32_t action)
{
    return contents != NULL ? hddl_has_bit(contents, action) : action == item;
}

static bool find_achiever(search_relaxed *relaxed, uint32_t item)
{
    const uint64_t *contents = contents_of(relaxed, item);
    for (size_t i = 0; i < relaxed->achievers.count; i++)
        if (contains(contents, item, relaxed->achievers.items[i]))
            return true;
    return false;
}

/* Methods share subtasks, so the answer is kept for each item. */
static bool has_achiever(search_relaxed *relaxed, uint32_t item, bool look_inside)
{
    uint32_t *known = &relaxed->achiever_in[item];
    if (item >= relaxed->problem->action_count && !look_inside)
        return false;
    if (*known / 2 != relaxed->achievers_version)
        *known = 2 * relaxed->achievers_version + find_achiever(relaxed, item);
    return *known % 2;
}

/* Whether the method contains an achiever, outside tasks that are recursive with its own. */
static bool helps(search_relaxed *relaxed, uint32_t method, bool look_inside)
{
    const ground_problem *problem = relaxed->problem;
    const uint32_t *component = relaxed->reach.component;
    for (uint32_t i = problem->subtasks.begin[method]; i < problem->subtasks.begin[method + 1]; i++) {
        uint32_t item = problem->subtasks.items[i];
        bool recursive = item >= problem->action_count &&
                         component[item - problem->action_count] == component[problem->method_task[method]];
        if (!recursive && has_achiever(relaxed, item, look_inside))
            return true;
    }
    return false;
}

/* Looking for achievers inside of tasks takes too long where there are many methods. */
static bool may_look_inside(const search_relaxed *relaxed, const hddl_numbers *methods)
{
    return methods->count * relaxed->reach.words < LOOK_INSIDE_MOST;
}

/* The method that the relaxed plan does the item with. */
static uint32_t planned_method(const search_relaxed *relaxed, uint32_t item)
{
    return relaxed->propositions[relaxed->first_done + item].by - relaxed->first_method;
}

static void mark_preferred(search_relaxed *relaxed, uint32_t item, const hddl_numbers *methods,
                           search_prospect *prospects)
{
    const uint32_t planned = planned_method(relaxed, item);
    const bool look_inside = may_look_inside(relaxed, methods);
    for (size_t i = 0; i < methods->count; i++)
        prospects[i].preferred = prospects[i].cost != HDDL_NONE &&
                                 (methods->items[i] == planned || helps(relaxed, methods->items[i], look_inside));
}

/* The method will make its facts true: its actions are no longer needed as achievers. */
static void drop_achievers(search_relaxed *relaxed, uint32_t method)
{
    const ground_problem *problem = relaxed->problem;
    relaxed->achievers_version++;
    for (uint32_t i = problem->subtasks.begin[method]; i < problem->subtasks.begin[method + 1]; i++) {
        const uint32_t item = problem->subtasks.items[i], *achievers = relaxed->achievers.items;
        const uint64_t *contents = contents_of(relaxed, item);
        size_t kept = 0;
        for (size_t k = 0; k < relaxed->achievers.count; k++)
            if (!contains(contents, item, achievers[k]))
                relaxed->achievers.items[kept++] = achievers[k];
        relaxed->achievers.count = kept;
    }
}

uint32_t search_estimate_choose(search_relaxed *relaxed, uint32_t item, const hddl_numbers *methods)
{
    if (!search_task_is_reached(relaxed, item - relaxed->problem->action_count))
        return HDDL_NONE;
    const uint32_t planned = planned_method(relaxed, item);
    const bool look_inside = may_look_inside(relaxed, methods);
    uint32_t best = HDDL_NONE, best_cost = 0;
    bool best_helps = false;
    for (size_t i = 0; i < methods->count; i++) {
        const uint32_t method = methods->items[i];
        uint32_t cost = search_method_cost(relaxed, method);
        if (cost == HDDL_NONE)
            continue;
        const bool does_help = helps(relaxed, method, look_inside);
        if (method == planned)
            cost = 0;
        if (best != HDDL_NONE && (does_help < best_helps || (does_help == best_helps && cost >= best_cost)))
            continue;
        best = method;
        best_cost = cost;
        best_helps = does_help;
    }
    if (best_helps)
        drop_achievers(relaxed, best);
    return best;
}

static void begin_round(search_relaxed *relaxed)
{
    const size_t bytes = relaxed->action_words * sizeof(uint64_t);
    relaxed->round++;
    relaxed->achievers.count = 0;
    relaxed->achievers_version++;
    memcpy(relaxed->waiting_actions, relaxed->ready, bytes);
    memcpy(relaxed->ready_left, relaxed->ready, bytes);
    relaxed->first_mark = relaxed->mark + 1;
    search_monotone_clear(&relaxed->queue);
}

uint32_t search_estimate(search_relaxed *relaxed, const uint64_t *state, const search_list *lists, uint32_t list,
                         const hddl_numbers *methods, search_prospect *prospects)
{
    const uint32_t actions = relaxed->problem->action_count;
    uint32_t total = 0;
    move_base(relaxed, state);
    begin_round(relaxed);
    for (uint32_t at = list; at != SEARCH_EMPTY; at = lists[at].rest) {
        const uint32_t item = lists[at].item;
        if (!(item < actions ? reach_by_action(relaxed, item) : reach_by_task(relaxed, item - actions)))
            return HDDL_NONE;
        relaxed->mark++;
        total = search_relaxed_sum(total, count_plan(relaxed, relaxed->first_done + item));
        for (size_t i = 0; at == list && i < methods->count; i++)
            prospects[i] = (search_prospect){search_method_cost(relaxed, methods->items[i]), false};
    }
    mark_preferred(relaxed, lists[list].item, methods, prospects);
    return total;
}
