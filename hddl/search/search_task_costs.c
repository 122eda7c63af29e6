/*
 * The costs of compound tasks; see search_task_costs.h. A method is left at the first precondition that shows that it
 * cannot make its task cheaper: most methods are left early.
 */
#include "hddl/search/search_task_costs.h"

static uint32_t done_of(const search_relaxed *relaxed, uint32_t task)
{
    return relaxed->first_task + task;
}

static bool is_known(const search_relaxed *relaxed, uint32_t task)
{
    return search_relaxed_has(relaxed, done_of(relaxed, task)) || relaxed->failed[task] == relaxed->stage;
}

/*
 * What a method costs; HDDL_NONE: as much as its task costs already, or it is not known. In the latter case
 * `*unknown` may be a task of another component that has to be computed first.
 */
static uint32_t weigh(const search_relaxed *relaxed, uint32_t method, uint32_t *unknown)
{
    uint32_t task = relaxed->problem->method_task[method], rule = relaxed->first_method + method, cost = 1;
    const relaxed_proposition *done = &relaxed->propositions[done_of(relaxed, task)];
    uint32_t most = done->round == relaxed->round ? done->cost : HDDL_NONE, first_unknown = HDDL_NONE;
    bool complete = true;
    *unknown = HDDL_NONE;
    for (uint32_t i = relaxed->needs.begin[rule]; i < relaxed->needs.begin[rule + 1]; i++) {
        uint32_t need = relaxed->needs.items[i], subtask = need - relaxed->first_task;
        if (search_relaxed_has(relaxed, need)) {
            cost = search_relaxed_sum(cost, relaxed->propositions[need].cost);
            if (cost >= most)
                return HDDL_NONE;
            continue;
        }
        if (need < relaxed->first_task || relaxed->failed[subtask] == relaxed->stage)
            return HDDL_NONE;
        complete = false;
        if (relaxed->component[subtask] != relaxed->component[task] && first_unknown == HDDL_NONE)
            first_unknown = subtask;
    }
    *unknown = first_unknown;
    return complete ? cost : HDDL_NONE;
}

static void improve(search_relaxed *relaxed, uint32_t method, uint32_t cost)
{
    relaxed->propositions[done_of(relaxed, relaxed->problem->method_task[method])] =
        (relaxed_proposition){relaxed->round, cost, relaxed->first_method + method};
}

/*
 * Weighs the methods of a component, from where the frame stands. A task of another component that has to be computed
 * first; HDDL_NONE: all methods are weighed.
 */
static uint32_t weigh_methods(search_relaxed *relaxed, relaxed_frame *frame)
{
    const uint32_t *begin = relaxed->members.begin + frame->component;
    uint32_t unknown;
    for (; begin[0] + frame->member < begin[1]; frame->member++, frame->method = 0) {
        uint32_t task = relaxed->members.items[begin[0] + frame->member], first = relaxed->methods.begin[task];
        uint32_t count = is_known(relaxed, task) ? 0 : relaxed->methods.begin[task + 1] - first;
        for (; frame->method < count; frame->method++) {
            uint32_t method = relaxed->methods.items[first + frame->method], cost = weigh(relaxed, method, &unknown);
            if (unknown != HDDL_NONE)
                return unknown;
            if (cost != HDDL_NONE)
                improve(relaxed, method, cost);
        }
    }
    return HDDL_NONE;
}

static void push(search_relaxed *relaxed, uint32_t task)
{
    search_monotone_push(relaxed->pool, &relaxed->queue, relaxed->propositions[done_of(relaxed, task)].cost, task);
}

/* What follows from tasks of a component for others in it, the cheapest first. */
static void follow(search_relaxed *relaxed, uint32_t component)
{
    const uint32_t *begin = relaxed->members.begin + component;
    for (uint32_t i = begin[0]; i < begin[1]; i++) {
        uint32_t task = relaxed->members.items[i];
        if (!is_known(relaxed, task) && relaxed->propositions[done_of(relaxed, task)].round == relaxed->round)
            push(relaxed, task);
    }
    for (uint32_t task; (task = search_monotone_pop(relaxed->pool, &relaxed->queue)) != HDDL_NONE;) {
        if (search_relaxed_has(relaxed, done_of(relaxed, task)))
            continue;
        relaxed->reached[done_of(relaxed, task)] = relaxed->round;
        for (uint32_t i = relaxed->users.begin[task]; i < relaxed->users.begin[task + 1]; i++) {
            uint32_t method = relaxed->users.items[i], user = relaxed->problem->method_task[method], unknown;
            uint32_t cost =
                search_relaxed_has(relaxed, done_of(relaxed, user)) ? HDDL_NONE : weigh(relaxed, method, &unknown);
            if (cost == HDDL_NONE)
                continue;
            improve(relaxed, method, cost);
            push(relaxed, user);
        }
    }
}

/* The methods of a component have been weighed: what its tasks cost is known now. */
static void finish(search_relaxed *relaxed, uint32_t component)
{
    const uint32_t *begin = relaxed->members.begin + component;
    if (begin[1] - begin[0] > 1)
        follow(relaxed, component);
    for (uint32_t i = begin[0]; i < begin[1]; i++) {
        uint32_t task = relaxed->members.items[i], done = done_of(relaxed, task);
        if (begin[1] - begin[0] == 1 && relaxed->propositions[done].round == relaxed->round)
            relaxed->reached[done] = relaxed->round;
        if (!search_relaxed_has(relaxed, done))
            relaxed->failed[task] = relaxed->stage;
    }
}

/* A stack of components instead of recursion, because tasks can be nested deeply. */
bool search_task_is_reached(search_relaxed *relaxed, uint32_t task)
{
    uint32_t count = 0;
    if (!is_known(relaxed, task))
        relaxed->frames[count++] = (relaxed_frame){relaxed->component[task], 0, 0};
    while (count) {
        uint32_t unknown = weigh_methods(relaxed, &relaxed->frames[count - 1]);
        if (unknown == HDDL_NONE)
            finish(relaxed, relaxed->frames[--count].component);
        else
            relaxed->frames[count++] = (relaxed_frame){relaxed->component[unknown], 0, 0};
    }
    return search_relaxed_has(relaxed, done_of(relaxed, task));
}

uint32_t search_method_cost(search_relaxed *relaxed, uint32_t method)
{
    uint32_t rule = relaxed->first_method + method, cost = 1;
    for (uint32_t i = relaxed->needs.begin[rule]; i < relaxed->needs.begin[rule + 1]; i++) {
        uint32_t need = relaxed->needs.items[i];
        bool reached = need < relaxed->first_task ? search_relaxed_has(relaxed, need)
                                                  : search_task_is_reached(relaxed, need - relaxed->first_task);
        if (!reached)
            return HDDL_NONE;
        cost = search_relaxed_sum(cost, relaxed->propositions[need].cost);
    }
    return cost;
}
