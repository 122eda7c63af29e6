/*
 * A second copy of runtime/agent/layer_search.c, with a clock around its searches. A program that links this file uses these layers
 * instead of the library's, because the linker sees them first. The times include the clock's own cost, about 50 ns a search.
 */
#include "crowd_clock.h"
#include "harness.h"

#include "runtime/planner/time_sliced_search.h"
#include "runtime/agent/layer_search.h"

crowd_clock crowd_searching;

static htn_status timed_begin(htn_planner *planner, htn_world *world, const htn_request *request)
{
    const double start = harness_now();
    const htn_status status = htn_plan_begin(planner, world, request);
    crowd_searching.nanoseconds += harness_now() - start;
    crowd_searching.searches++;
    return status;
}

static htn_status timed_step(htn_planner *planner, uint32_t budget)
{
    const double start = harness_now();
    const htn_status status = htni_plan_step_marked(planner, budget);
    crowd_searching.nanoseconds += harness_now() - start;
    crowd_searching.found += status == HTN_OK;
    crowd_searching.nothing += status == HTN_NO_PLAN || status == HTN_STANDS;
    return status;
}

#define htn_plan_begin        timed_begin
#define htni_plan_step_marked timed_step
#include "runtime/agent/layer_search.c"
