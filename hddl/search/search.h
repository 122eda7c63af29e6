/*
 * Searches over the ground problem (search_*.c): progression along the first pending task. A node is a state and the tasks
 * that are still to be done, both kept once each.
 */
#ifndef HTN_SOLVE_SEARCH_H
#define HTN_SOLVE_SEARCH_H

#include "hddl/common/engine.h"
#include "hddl/ground/ground.h"

/* In what a best-first search differs from others of its kind. */
typedef struct search_manner {
    const char *name;   /* for --stats */
    bool goes_ahead;    /* along the relaxed plan, without looking */
    bool keeps_to_plan; /* goes ahead only where the relaxed plan says how, else also by what costs least */
    bool counts_again;  /* what several pending tasks do in common counts for each of them, else once */
    bool explores;      /* every other node is drawn by lot from all types of them */
} search_manner;

/* The manners that are tried, in this order: each finds plans that the others don't. */
enum { SEARCH_MANNERS = 2 };
extern const search_manner search_manners[SEARCH_MANNERS];

/* Each search has one constructor; solve.c says when which runs. NULL: no memory. `problem` and `budget` must outlive it. */
hddl_engine *search_best_first_new(const ground_problem *problem, const search_manner *manner, hddl_budget *budget);
hddl_engine *search_depth_first_new(const ground_problem *problem, hddl_budget *budget);

#endif
