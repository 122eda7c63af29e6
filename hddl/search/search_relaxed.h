/*
 * The delete relaxation of the ground problem: what could be done if no fact ever became false. search_estimate.h
 * estimates with it how much is still to be done, as in Höller, Bercher, Behnke and Biundo, "HTN Planning as
 * Heuristic Progression Search" (JAIR 2020). This file has its data, search_relaxed.c sets them up.
 *
 * Propositions are the facts, negated facts (where something needs `not p`), and for each action and each task that
 * it is done. Rules are the actions, the conditional effects and the methods. A method is a rule that needs its
 * conditions and its subtasks done, and gives its task done. An action gives itself done besides its effects.
 *
 * What holds in the last state that was estimated is kept (`base`), so that a state costs only what it differs by,
 * and what is reached from it. A rule does not count its preconditions: it watches one that is not reached, and when
 * that one is reached, another (Moskewicz, Madigan, Zhao, Zhang and Malik, "Chaff: Engineering an Efficient SAT
 * Solver", DAC 2001). It keeps watching the one that was reached last, because that one will often be the last again.
 */
#pragma once

#include "hddl/search/search_queue.h"
#include "hddl/search/search_reach.h"

enum { SEARCH_COST_MOST = 1 << 28 };

enum { SEARCH_ALWAYS = UINT32_MAX }; /* instead of a round: it holds in the state */

/* What an estimate knows of a proposition that is reached in the round `round`. */
typedef struct relaxed_proposition {
    uint32_t round;
    uint32_t cost;
    uint32_t by; /* the rule that it costs the least with */
} relaxed_proposition;

/* A component whose tasks' costs are being computed: which of its tasks, and which method of that task, is next. */
typedef struct relaxed_frame {
    uint32_t component;
    uint32_t member, method;
} relaxed_frame;

typedef struct search_relaxed {
    const ground_problem *problem;
    hddl_pool *pool;
    bool counts_again; /* what several pending tasks do in common counts for each of them, else once */
    search_reach reach;
    size_t words;

    uint32_t proposition_count, first_done, first_task; /* facts, negated facts; actions done; tasks done */
    uint32_t rule_count, first_conditional, first_method;
    uint32_t *negated;    /* of each fact: the proposition, or HDDL_NONE */
    ground_lists needs;   /* of each rule */
    ground_lists gives;   /* of each rule but methods: facts and negated facts */
    ground_lists needers; /* of each proposition: the actions that need it */

    uint64_t *base;  /* the state that was estimated last */
    uint32_t *open;  /* of each action: preconditions that do not hold in the state */
    uint64_t *ready; /* actions that have none open */

    uint32_t round;
    uint32_t *reached; /* of each proposition: the round in which its cost was settled, or SEARCH_ALWAYS */
    relaxed_proposition *propositions;
    uint32_t *watchers;      /* of each proposition: the first rule that watches it */
    uint32_t *watchers_next; /* of each rule: the next one that watches the same */
    search_monotone queue;

    const uint64_t *allowed; /* what the pending task at hand can contain; NULL: only the action `alone` */
    uint32_t alone;
    size_t action_words;
    uint64_t *waiting_actions; /* those with rules that could be used, if they were allowed */
    uint64_t *ready_left;      /* of those, the ones that are ready and have not been used */
    uint32_t *waiting;         /* of each action, in `waiting_round`: the first rule that waits until it is allowed */
    uint32_t *waiting_next;    /* of each rule: the next one that waits for the same action */
    uint32_t *waiting_round;

    /* Compound tasks. Methods that contain their own task do not count: they cannot make it cheaper. */
    ground_lists methods; /* of each task */
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
    hddl_numbers achievers; /* actions of the relaxed plan that make a fact true */
    uint32_t achievers_version;
    uint32_t
        *achiever_in; /* of each item: 2 * achievers_version, and 1 if it can contain an achiever; else not known */
} search_relaxed;

void search_relaxed_init(search_relaxed *relaxed, hddl_pool *pool, const ground_problem *problem, bool counts_again);

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
