/*
 * Depth-first search over the lifted problem, which needs no grounding: variables are bound by joining a schema's
 * conditions with the state. A trail undoes state changes; the stack is explicit.
 */
#pragma once

#include "hddl/common/engine.h"
#include "hddl/normal/normal.h"

/* What solve.c varies. Zeroed: what works best alone. */
typedef struct lifted_options {
    bool exact_only; /* only the exact loop check, without the strong, incomplete ones before it */
    /*
     * 0: methods and bindings come in the order of the files, and loop checks grow weaker until one is exact. Else
     * orders are drawn at random, and the search restarts again and again.
     */
    uint32_t seed;
    /*
     * Tasks that have a guide (lifted_guide.h) follow it, and are not done in two ways, whatever fails behind them. Gives
     * up at once where no task has a guide.
     */
    bool commits;
} lifted_options;

/*
 * NULL: no memory. `problem` and `budget` must outlive it. HDDL_NO_PLAN is a proof. HDDL_GAVE_UP: something was pruned
 * that might have led to a plan, or, at once, a task has more than 64 parameters.
 */
hddl_engine *lifted_new(const normal_problem *problem, const lifted_options *options, hddl_budget *budget);
