/*
 * Looking at a state through the problem without deletes: see search_relaxed.h. What is reached is found for one pending task
 * after the other; then the relaxed plan is read off backwards.
 */
#include "hddl/search/search_relaxed.h"

#include <string.h>

/* Words of sets that may be made to see what methods contain. */
enum { LOOK_INSIDE_MOST = 1 << 21 };

/* --- The base: what holds in the state ---------------------------------------------------------------------------------- */

static bool holds(const search_relaxed *relaxed, uint32_t proposition)
{
    return relaxed->reached[proposition] == SEARCH_ALWAYS;
}

/* A precondition of the rule that has not been reached since this round; HDDL_NONE: all have. */
static uint32_t find_unreached(const search_relaxed *relaxed, uint32_t rule, uint32_t round)
{
    for (uint32_t i = relaxed->needs.begin[rule + 1]; i-- > relaxed->needs.begin[rule];)
        if (relaxed->reached[relaxed->needs.items[i]] < round)
            return relaxed->needs.items[i];
    return HDDL_NONE;
}

/* Nothing that holds is watched, and a rule that has only what holds watches nothing. */
static void now_holds(search_relaxed *relaxed, uint32_t proposition)
{
    relaxed->reached[proposition] = SEARCH_ALWAYS;
    relaxed->propositions[proposition].cost = 0;
    for (uint32_t i = relaxed->asked.begin[proposition]; i < relaxed->asked.begin[proposition + 1]; i++)
        if (--relaxed->open[relaxed->asked.items[i]] == 0)
            search_flip(relaxed->ready, relaxed->asked.items[i]);
    uint32_t rule = relaxed->watchers[proposition];
    relaxed->watchers[proposition] = HDDL_NONE;
    while (rule != HDDL_NONE) {
        uint32_t next = relaxed->watchers_next[rule], other = find_unreached(relaxed, rule, SEARCH_ALWAYS);
        if (other != HDDL_NONE)
            search_relaxed_watch(relaxed, rule, other);
        rule = next;
    }
}

static void holds_no_more(search_relaxed *relaxed, uint32_t proposition)
{
    relaxed->reached[proposition] = 0;
    for (uint32_t i = relaxed->asked.begin[proposition]; i < relaxed->asked.begin[proposition + 1]; i++) {
        uint32_t action = relaxed->asked.items[i];
        if (relaxed->open[action]++ == 0) {
            search_relaxed_watch(relaxed, action, proposition);
            search_flip(relaxed->ready, action);
        }
    }
}

static void move_base(search_relaxed *relaxed, const uint64_t *state)
{
    for (size_t word = 0; word < relaxed->words; word++) {
        uint64_t changed = relaxed->base[word] ^ state[word];
        for (uint32_t bit = 0; changed; bit++, changed >>= 1) {
            if (!(changed & 1))
                continue;
            uint32_t fact = (uint32_t)(word * 64) + bit, negated = relaxed->negated[fact];
            bool holds = state[word] >> bit & 1;
            if (holds)
                now_holds(relaxed, fact);
            else
                holds_no_more(relaxed, fact);
            if (negated == HDDL_NONE)
                continue;
            if (holds)
                holds_no_more(relaxed, negated);
            else
                now_holds(relaxed, negated);
        }
        relaxed->base[word] = state[word];
    }
}

/* --- What can be reached -------------------------------------------------------------------------------------------------- */

static uint32_t action_of(const search_relaxed *relaxed, uint32_t rule)
{
    return rule < relaxed->first_conditional ? rule
                                             : relaxed->problem->conditional_action[rule - relaxed->first_conditional];
}

static bool is_allowed(const search_relaxed *relaxed, uint32_t action)
{
    return relaxed->allowed ? search_reaches(relaxed->allowed, action) : action == relaxed->alone;
}

static void settle(search_relaxed *relaxed, uint32_t proposition);

/* All preconditions of an action or a conditional effect are reached. An action is done at that cost, and never at less. */
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
        if (!search_monotone_push(&relaxed->queue, relaxed->budget, cost, given))
            relaxed->full = true;
    }
}

static void wait(search_relaxed *relaxed, uint32_t rule)
{
    uint32_t action = action_of(relaxed, rule);
    bool more = relaxed->waiting_round[action] == relaxed->round;
    relaxed->waiting_next[rule] = more ? relaxed->waiting[action] : HDDL_NONE;
    relaxed->waiting[action] = rule;
    relaxed->waiting_round[action] = relaxed->round;
    relaxed->waiting_actions[action / 64] |= UINT64_C(1) << action % 64;
}

/* The rules that have watched what is reached now watch something else, or can be used. */
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
    search_monotone_entry entry;
    bool fits = true;
    while (search_monotone_pop(&relaxed->queue, relaxed->budget, &entry, &fits))
        if (!search_relaxed_has(relaxed, entry.value))
            settle(relaxed, entry.value);
    if (!fits)
        relaxed->full = true;
}

/* The rules of an action that have only waited for it to be allowed. */
static void use_waiting(search_relaxed *relaxed, uint32_t action)
{
    search_flip(relaxed->waiting_actions, action);
    if (relaxed->waiting_round[action] == relaxed->round)
        for (uint32_t rule = relaxed->waiting[action]; rule != HDDL_NONE; rule = relaxed->waiting_next[rule])
            use(relaxed, rule);
    relaxed->waiting_round[action] = 0;
    if (search_reaches(relaxed->ready_left, action)) {
        search_flip(relaxed->ready_left, action);
        use(relaxed, action);
    }
}

/* All that decompositions of a task could make true; whether the task can be done. */
static bool reach_by_task(search_relaxed *relaxed, uint32_t task)
{
    relaxed->allowed = search_reach_of(&relaxed->reach, task);
    if (!relaxed->allowed) {
        relaxed->full = true;
        return false;
    }
    for (size_t word = 0; word < relaxed->action_words; word++) {
        uint64_t bits = relaxed->allowed[word] & relaxed->waiting_actions[word];
        for (uint32_t action = (uint32_t)word * 64; bits; action++, bits >>= 1)
            if (bits & 1)
                use_waiting(relaxed, action);
    }
    exhaust(relaxed);
    relaxed->stage++;
    return search_hierarchy_reach(relaxed, task);
}

/* The same of an action that is pending itself. */
static bool reach_by_action(search_relaxed *relaxed, uint32_t action)
{
    relaxed->allowed = NULL;
    relaxed->alone = action;
    if (search_reaches(relaxed->waiting_actions, action)) {
        use_waiting(relaxed, action);
        exhaust(relaxed);
        relaxed->stage++;
    }
    return search_relaxed_has(relaxed, relaxed->first_done + action);
}

/* --- The relaxed plan ------------------------------------------------------------------------------------------------------ */

/*
 * What a pending task has to do is gone through for each pending task anew; a fact is made true for all of them, and costs nothing
 * where its action is done anyhow.
 */
static bool is_marked(const search_relaxed *relaxed, uint32_t proposition)
{
    uint32_t since = proposition < relaxed->first_done ? relaxed->first_mark : relaxed->mark;
    return relaxed->proposition_mark[proposition] >= since;
}

static uint32_t count_rule(search_relaxed *relaxed, uint32_t rule, bool for_fact)
{
    uint32_t since = for_fact || !relaxed->manner.counts_again ? relaxed->first_mark : relaxed->mark;
    if (relaxed->rule_mark[rule] >= since)
        return 0;
    if (for_fact && rule < relaxed->first_conditional)
        relaxed->achievers[relaxed->achiever_count++] = rule;
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

/* --- Methods of the first task ------------------------------------------------------------------------------------------------ */

static bool find_achiever(search_relaxed *relaxed, uint32_t item)
{
    uint32_t actions = relaxed->problem->action_count;
    const uint64_t *set = item < actions ? NULL : search_reach_of(&relaxed->reach, item - actions);
    for (uint32_t i = 0; i < relaxed->achiever_count; i++)
        if (set ? search_reaches(set, relaxed->achievers[i]) : relaxed->achievers[i] == item)
            return true;
    return false;
}

/* Methods share subtasks: what was found of one is kept. */
static bool has_achiever(search_relaxed *relaxed, uint32_t item, bool look_inside)
{
    uint32_t *known = &relaxed->achiever_in[item];
    if (item >= relaxed->problem->action_count && !look_inside)
        return false;
    if (*known / 2 != relaxed->achievers_told)
        *known = 2 * relaxed->achievers_told + find_achiever(relaxed, item);
    return *known % 2;
}

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

static void prefer(search_relaxed *relaxed, uint32_t item, const uint32_t *methods, uint32_t count,
                   search_prospect *prospects)
{
    uint32_t first = relaxed->propositions[relaxed->first_done + item].by - relaxed->first_method;
    bool look_inside = count * relaxed->reach.words < LOOK_INSIDE_MOST;
    for (uint32_t i = 0; i < count; i++)
        prospects[i].preferred =
            prospects[i].cost != HDDL_NONE && (methods[i] == first || helps(relaxed, methods[i], look_inside));
}

/* What a method does is done: it need not be done again for the sake of what it makes true. */
static void forget_achievers(search_relaxed *relaxed, uint32_t method)
{
    relaxed->achievers_told++;
    const ground_problem *problem = relaxed->problem;
    for (uint32_t i = problem->subtasks.begin[method]; i < problem->subtasks.begin[method + 1]; i++) {
        uint32_t item = problem->subtasks.items[i], kept = 0;
        const uint64_t *set =
            item < problem->action_count ? NULL : search_reach_of(&relaxed->reach, item - problem->action_count);
        for (uint32_t a = 0; a < relaxed->achiever_count; a++)
            if (!(set ? search_reaches(set, relaxed->achievers[a]) : relaxed->achievers[a] == item))
                relaxed->achievers[kept++] = relaxed->achievers[a];
        relaxed->achiever_count = kept;
    }
}

uint32_t search_relaxed_choose(search_relaxed *relaxed, uint32_t item, const uint32_t *methods, uint32_t method_count)
{
    const relaxed_proposition *done = &relaxed->propositions[relaxed->first_done + item];
    if (!search_hierarchy_reach(relaxed, item - relaxed->problem->action_count))
        return HDDL_NONE;
    bool look_inside = method_count * relaxed->reach.words < LOOK_INSIDE_MOST, best_helps = false;
    uint32_t first = done->by - relaxed->first_method, best = HDDL_NONE, best_cost = 0;
    for (uint32_t i = 0; i < method_count; i++) {
        uint32_t cost = search_hierarchy_cost(relaxed, methods[i]);
        if (cost == HDDL_NONE)
            continue;
        bool does_help = helps(relaxed, methods[i], look_inside);
        if (methods[i] == first)
            cost = 0;
        if (relaxed->manner.keeps_to_plan && !does_help && methods[i] != first)
            continue;
        if (best != HDDL_NONE && (does_help < best_helps || (does_help == best_helps && cost >= best_cost)))
            continue;
        best = methods[i];
        best_cost = cost;
        best_helps = does_help;
    }
    if (best_helps)
        forget_achievers(relaxed, best);
    return best;
}

uint32_t search_relaxed_estimate(search_relaxed *relaxed, const uint64_t *state, const search_cell *cells,
                                 uint32_t cell, const uint32_t *methods, uint32_t method_count,
                                 search_prospect *prospects)
{
    uint32_t actions = relaxed->problem->action_count, total = 0;
    move_base(relaxed, state);
    relaxed->round++;
    relaxed->achiever_count = 0;
    relaxed->achievers_told++;
    memcpy(relaxed->waiting_actions, relaxed->ready, relaxed->action_words * sizeof *relaxed->waiting_actions);
    memcpy(relaxed->ready_left, relaxed->ready, relaxed->action_words * sizeof *relaxed->ready_left);
    relaxed->first_mark = relaxed->mark + 1;
    search_monotone_clear(&relaxed->queue);
    for (uint32_t at = cell; at != SEARCH_EMPTY; at = cells[at].rest) {
        uint32_t item = cells[at].task, done = relaxed->first_done + item;
        if (!(item < actions ? reach_by_action(relaxed, item) : reach_by_task(relaxed, item - actions)) ||
            relaxed->full)
            return HDDL_NONE;
        relaxed->mark++;
        total = search_relaxed_sum(total, count_plan(relaxed, done));
        for (uint32_t i = 0; at == cell && i < method_count; i++)
            prospects[i] = (search_prospect){search_hierarchy_cost(relaxed, methods[i]), false};
    }
    prefer(relaxed, cells[cell].task, methods, method_count, prospects);
    return total;
}
