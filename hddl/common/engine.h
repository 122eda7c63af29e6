/*
 * What all search engines have in common: a search that can be interrupted and resumed, so that several can
 * take turns (hddl/solve/solve.c). An engine embeds this struct as its first member.
 */
#ifndef HDDL_COMMON_ENGINE_H
#define HDDL_COMMON_ENGINE_H

#include "hddl/common/budget.h"
#include "hddl/common/outcome.h"
#include "hddl/common/plan.h"

typedef struct hddl_engine {
    const char *name; /* for --stats */
    uint64_t nodes, backtracks;
    /* Searches on until the budget's slice_end at most. Every outcome but HDDL_OUT_OF_TIME is final. */
    hddl_outcome (*run)(struct hddl_engine *engine, hddl_budget *budget);
    /*
     * After HDDL_PLAN_FOUND, once: adds all decisions to an empty plan, which outlives the engine. False: no
     * memory.
     */
    bool (*plan)(struct hddl_engine *engine, hddl_plan *plan);
    void (*free)(struct hddl_engine *engine);
} hddl_engine;

#endif
