/*
 * What all search engines have in common: a search that can be interrupted and resumed, so that several can
 * take turns (hddl/solve/solve.c). An engine is a struct whose first member is hddl_engine. All its memory is
 * in the engine's pool, whose `failed` jump ends the turn.
 */
#pragma once

#include "hddl/common/plan.h"
#include "hddl/common/pool.h"

typedef struct hddl_engine hddl_engine;

struct hddl_engine {
    const char *name; /* for --stats */
    uint64_t nodes, backtracks;
    hddl_pool pool;
    jmp_buf failed;
    /* Searches on until the budget's slice_end at most. Every outcome but HDDL_OUT_OF_TIME is final. */
    hddl_outcome (*search)(hddl_engine *engine);
    /* After HDDL_PLAN_FOUND: adds all decisions to an empty plan, which outlives the engine. */
    void (*write_plan)(hddl_engine *engine, hddl_plan *plan);
};

/* A zeroed struct of `size` bytes that begins with an engine like this one. NULL: no memory. */
void *hddl_engine_new(size_t size, hddl_engine like, hddl_budget *budget);

/* One turn. HDDL_PLAN_FOUND: `plan`, which was empty, is filled. */
hddl_outcome hddl_engine_run(hddl_engine *engine, hddl_plan *plan);

/* Gives all memory back. */
void hddl_engine_free(hddl_engine *engine);
