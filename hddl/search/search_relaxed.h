/*
 * The problem without deletes, as an estimate of how much is still to be done: Höller, Bercher, Behnke and Biundo, "HTN Planning
 * as Heuristic Progression Search" (JAIR 2020). A method is a rule that needs its conditions and its subtasks done, and gives its task
 * done; an action gives itself done besides its effects. What no pending task can contain is not allowed.
 *
 * Total order says more, and it is used: the pending tasks are gone through one after the other. What a task does may only use
 * what it can contain itself, and facts that the state has or that it or a task before it could make true. So a list whose order cannot
 * work is seen to be dead. A literal `not p` is a proposition of its own, where something needs it.
 *
 * Costs are those of h_add (Bonet and Geffner, "Planning as Heuristic Search", 2001), by Knuth's generalization of Dijkstra's
 * algorithm; the estimate is the size of the relaxed plan that they lead to (Hoffmann and Nebel, "The FF Planning System", 2001), counted
 * anew for each pending task as far as its own decomposition goes.
 *
 * Only facts are reached for all pending tasks at once: what a compound task costs follows from what actions cost, and is worked out where it is
 * asked for (search_hierarchy.c).
 *
 * What holds in the last state that was looked at is kept, so that a state costs what it differs by, and what is reached from it. A rule
 * does not count its preconditions: it watches one that is not reached, and when that is, another (Moskewicz, Madigan, Zhao, Zhang
 * and Malik, "Chaff: Engineering an Efficient SAT Solver", DAC 2001). It stays with the one that was last, which will mostly be the last the next
 * time.
 */
#ifndef HTN_SOLVE_SEARCH_RELAXED_H
#define HTN_SOLVE_SEARCH_RELAXED_H

#include "hddl/search/search.h"
#include "hddl/search/search_nodes.h"
#include "hddl/search/search_queue.h"
#include "hddl/search/search_reach.h"

enum { SEARCH_COST_MOST = 1 << 28 };

enum { SEARCH_ALWAYS = UINT32_MAX }; /* instead of a round: it holds in the state */

/* What an evaluation knows of a proposition, in the round `round`, or if it holds. */
typedef struct relaxed_proposition {
    uint32_t round;
    uint32_t cost;
    uint32_t by; /* the rule that it costs the least with */
} relaxed_proposition;

/* A component whose tasks' costs are being worked out: which of its tasks, and which of that one's methods, is next. */
typedef struct relaxed_frame {
    uint32_t component;
    uint32_t member, method;
} relaxed_frame;

typedef struct search_relaxed {
    const ground_problem *problem;
    hddl_budget *budget;
    search_manner manner;
    search_reach reach;
    size_t words;

    /* Propositions: facts, negated facts, then `done` of each action and task. Rules: actions, conditional effects, methods. */
    uint32_t proposition_count, first_done, first_task, rule_count, first_conditional, first_method;
    uint32_t *negated;  /* of each fact: the proposition, or HDDL_NONE */
    ground_lists needs; /* of each rule */
    ground_lists gives; /* of each rule but methods: facts and negated facts */
    ground_lists asked; /* of each proposition: the actions that need it */

    uint64_t *base;  /* the state that was looked at last */
    uint32_t *open;  /* of each action: preconditions that do not hold in the state */
    uint64_t *ready; /* actions that have none open */

    uint32_t round;
    uint32_t *reached; /* of each proposition: the round in which its cost was settled, or SEARCH_ALWAYS */
    relaxed_proposition *propositions;
    uint32_t *watchers; /* of each proposition: the first rule that watches it; then the next */
    uint32_t *watchers_next;
    search_monotone queue;
    const uint64_t *allowed; /* what the task at hand can contain; NULL: only `alone` */
    uint32_t alone;
    size_t action_words;
    uint64_t *waiting_actions; /* those with rules that could be used, were it allowed */
    uint64_t *ready_left;      /* of those, the ones that are ready and have not been used */
    uint32_t *
        waiting; /* of each action, if in `waiting_round`: the first rule that waits for it to be allowed; then the next */
    uint32_t *waiting_next;
    uint32_t *waiting_round;

    /* Compound tasks. Their components are those that are left without methods that contain their own task. */
    ground_lists kept;    /* of each task: the methods without those */
    ground_lists members; /* of each component */
    ground_lists users;   /* of each task: methods of others in its component that contain it */
    uint32_t *component;  /* of each task */
    uint32_t component_count;
    uint32_t stage;   /* changes when facts are reached */
    uint32_t *failed; /* of each task: the stage in which it could not be done */
    relaxed_frame *frames;

    uint32_t mark, first_mark; /* of the pending task at hand, and of the first one in this round */
    uint32_t *proposition_mark, *rule_mark;
    uint32_t *stack;
    uint32_t *achievers; /* actions of the relaxed plan that are there for the sake of a fact */
    uint32_t achiever_count;
    uint32_t achievers_told; /* changes with the achievers */
    uint32_t *achiever_in; /* of each item: 2 * `achievers_told`, and 1 if it can contain an achiever; else not known */
    bool full;             /* memory ran out */
} search_relaxed;

/* False: no memory; free it all the same. */
bool search_relaxed_init(search_relaxed *relaxed, const ground_problem *problem, search_manner manner,
                         hddl_budget *budget);
void search_relaxed_free(search_relaxed *relaxed);

/* What a method of the first task looks like, seen from the state. */
typedef struct search_prospect {
    uint32_t cost;  /* HDDL_NONE: it leads nowhere */
    bool preferred; /* the relaxed plan begins with it, or it contains what that uses for a fact's sake */
} search_prospect;

/*
 * The estimate of what is pending; HDDL_NONE: it cannot be done. `prospects` is about `methods`, some of those of the first task, which
 * is compound. `relaxed->full` afterwards: no memory, and the answer is worth nothing.
 */
uint32_t search_relaxed_estimate(search_relaxed *relaxed, const uint64_t *state, const search_cell *cells,
                                 uint32_t cell, const uint32_t *methods, uint32_t method_count,
                                 search_prospect *prospects);

/*
 * After an estimate, in that state or one further on: which of these methods of a task the relaxed plan goes on with. What makes
 * a fact true that the plan needs goes before what the plan does the task with; it is chosen once. HDDL_NONE: the plan says nothing.
 */
uint32_t search_relaxed_choose(search_relaxed *relaxed, uint32_t item, const uint32_t *methods, uint32_t method_count);

/* --- Between search_relaxed.c, search_estimate.c and search_hierarchy.c --------------------------------------------------- */

static inline void search_relaxed_watch(search_relaxed *relaxed, uint32_t rule, uint32_t proposition)
{
    relaxed->watchers_next[rule] = relaxed->watchers[proposition];
    relaxed->watchers[proposition] = rule;
}

static inline bool search_relaxed_has(const search_relaxed *relaxed, uint32_t proposition)
{
    return relaxed->reached[proposition] >= relaxed->round;
}

static inline uint32_t search_relaxed_sum(uint32_t left, uint32_t right)
{
    uint32_t sum = left + right;
    return sum < SEARCH_COST_MOST ? sum : SEARCH_COST_MOST;
}

/* What a rule adds to the cost of its preconditions. */
static inline uint32_t search_relaxed_weight(const search_relaxed *relaxed, uint32_t rule)
{
    return rule < relaxed->first_conditional || rule >= relaxed->first_method;
}

/* Whether a compound task can be done by what is reached: its proposition then says how. */
bool search_hierarchy_reach(search_relaxed *relaxed, uint32_t task);

/* What it costs to use a method; HDDL_NONE: it cannot be. */
uint32_t search_hierarchy_cost(search_relaxed *relaxed, uint32_t method);

#endif
