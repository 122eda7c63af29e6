/* Methods cut into pieces (ground_split.c). */
#ifndef HTN_SOLVE_GROUND_SPLIT_H
#define HTN_SOLVE_GROUND_SPLIT_H

#include "hddl/ground/ground.h"
#include "hddl/ground/ground_reach.h"

/*
 * The same problem, with tasks for the pieces behind its own, and their methods behind its own; pieces[i] says what method i is a
 * piece of. In `pool`. `reach` has the facts already.
 */
const normal_problem *ground_split(ground_reach *reach, hddl_pool *pool, const normal_problem *problem,
                                   const ground_piece **pieces);

#endif
