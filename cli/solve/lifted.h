/*
 * Depth-first search over the lifted problem: variables are bound by joining a schema's conditions with the state, state
 * changes are undone by a trail, the stack is explicit.
 */
#ifndef HTN_SOLVE_LIFTED_H
#define HTN_SOLVE_LIFTED_H

#include "normal.h"

/*
 * What solve.c varies from one run to the next; zeroed: what works best by itself. The order of methods and bindings is that of
 * the files where `seed` is 0, else drawn.
 */
typedef struct lifted_options {
    bool loops_free; /* without the strong, incomplete check of loops: the exact one alone */
    uint32_t depth;  /* 0: any. Decompositions and steps on the stack of one branch */
    uint32_t seed;
} lifted_options;

/* NULL: no memory. `problem` and `clock` must outlive it. */
solve_search *lifted_new(const normal_problem *problem, const lifted_options *options, solve_clock *clock);

#endif
