/*
 * Searches over the ground problem (search_*.c): progression along the first pending task. A node is a state and the tasks
 * that are still to be done, both kept once each.
 */
#ifndef HTN_SOLVE_SEARCH_H
#define HTN_SOLVE_SEARCH_H

#include "ground.h"

/* Which search; solve.c says when. The list is search_*.c's own: each has one constructor here. */
solve_search *search_best_first_new(const ground_problem *problem, solve_clock *clock);
solve_search *search_depth_first_new(const ground_problem *problem, solve_clock *clock);

#endif
