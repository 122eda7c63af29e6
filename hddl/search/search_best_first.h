/*
 * Best-first search over the ground problem by the estimate of search_estimate.h. It is greedy and lazy: a node is
 * estimated when it is taken from the queue; until then it counts as what its parent promised. A second queue holds
 * preferred methods, and is favoured while it makes progress, as in LAMA (Richter and Westphal, "The LAMA Planner",
 * JAIR 2010). The search is complete: it prunes only nodes that it has met, and nodes whose delete relaxation has no
 * plan.
 */
#pragma once

#include "hddl/common/engine.h"
#include "hddl/ground/ground.h"

typedef struct search_strategy {
    const char *name;  /* for --stats */
    bool follows_plan; /* goes along the relaxed plan without new estimates, as far as it leads */
    bool counts_again; /* what several pending tasks do in common counts for each of them, else once */
    bool explores;     /* draws every other node at random from all types of nodes */
} search_strategy;

/* The strategies that are tried, in this order. Each finds plans that the other does not find. */
enum { SEARCH_STRATEGIES = 2 };
extern const search_strategy search_strategies[SEARCH_STRATEGIES];

/* NULL: no memory. `problem`, `strategy` and `budget` must outlive it. */
hddl_engine *search_best_first_new(const ground_problem *problem, const search_strategy *strategy, hddl_budget *budget);
