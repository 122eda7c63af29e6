/* What all search engines have in common; see engine.h. Only this file sets the `failed` jump of an engine. */
#include "hddl/common/engine.h"

#include <stdlib.h>

void *hddl_engine_new(size_t size, hddl_engine like, hddl_budget *budget)
{
    hddl_engine *engine = calloc(1, size);
    if (engine == NULL)
        return NULL;
    *engine = like;
    hddl_pool_init(&engine->pool, budget, &engine->failed);
    return engine;
}

hddl_outcome hddl_engine_run(hddl_engine *engine, hddl_plan *plan)
{
    const int failed = setjmp(engine->failed);
    if (failed != 0)
        return (hddl_outcome)failed;
    const hddl_outcome outcome = engine->search(engine);
    if (outcome == HDDL_PLAN_FOUND)
        engine->write_plan(engine, plan);
    return outcome;
}

void hddl_engine_free(hddl_engine *engine)
{
    hddl_pool_free(&engine->pool);
    free(engine);
}
