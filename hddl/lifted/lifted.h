/*
 * Depth-first search over the lifted problem: variables are bound by joining a schema's conditions with the state, state
 * changes are undone by a trail, the stack is explicit.
 */
#ifndef HTN_SOLVE_LIFTED_H
#define HTN_SOLVE_LIFTED_H

#include "hddl/common/engine.h"
#include "hddl/normal/normal.h"

/*
 * What solve.c varies from one run to the next; zeroed: what works best by itself. Where `seed` is 0 methods and bindings come in the
 * order of the files, and checks of loops grow weaker until one is exact. Else orders are drawn, and it starts again, over and over.
 */
typedef struct lifted_options {
    bool loops_free; /* without the strong, incomplete checks of loops: the exact one alone */
    uint32_t seed;
} lifted_options;

/*
 * NULL: no memory. `problem` and `budget` must outlive it. Complete as far as it says HDDL_NO_PLAN: it says HDDL_GAVE_UP where anything was
 * left out, as it is at once where a task has more than 64 parameters.
 */
hddl_engine *lifted_new(const normal_problem *problem, const lifted_options *options, hddl_budget *budget);

#endif
