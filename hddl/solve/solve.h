/*
 * The solver: takes an HDDL problem, and finds a plan with its decomposition. It has no options besides limits: solve.c
 * decides which search runs when. None of this is in the game's library.
 */
#pragma once

#include "hddl/common/budget.h"
#include "hddl/common/outcome.h"
#include "hddl/common/plan.h"
#include "hddl/read/hddl_problem.h"

/* What one search engine did in all its turns. */
typedef struct solve_engine_statistics {
    const char *name;
    double seconds;
    uint64_t nodes, backtracks;
    hddl_outcome outcome; /* of its last turn */
} solve_engine_statistics;

enum { SOLVE_MOST_ENGINES = 8 };

typedef struct solve_statistics {
    double normal, ground, search; /* seconds spent on the normal form, on grounding, on the rest */
    bool is_grounded;              /* the four sizes below are known */
    uint32_t facts, actions, tasks, methods;
    solve_engine_statistics engines[SOLVE_MOST_ENGINES]; /* in the order of their first turns */
    uint32_t engine_count;
    const char *by; /* what found the plan, or the proof that there is none; NULL: nothing did */
} solve_statistics;

/*
 * HDDL_PLAN_FOUND: `plan`, which was empty, is filled. The caller frees it by hddl_plan_free(), whatever the outcome.
 * `statistics` is always filled.
 */
hddl_outcome solve(const hddl_problem *problem, hddl_budget *budget, hddl_plan *plan, solve_statistics *statistics);
