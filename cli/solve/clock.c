/*
 * How long it has been and how much is taken; see solve.h. Time counts from the start of the process, so that reading and
 * translating are part of what --time bounds. Neighbours: cli/platform.h asks the host.
 */
#include "solve.h"
#include "platform.h"
#include <math.h>

solve_clock solve_clock_make(void)
{
    return (solve_clock){
        .start = htn_seconds_at_start(), .end = INFINITY, .slice_end = INFINITY, .memory_most = SIZE_MAX};
}

double solve_now(const solve_clock *clock)
{
    return clock->cpu ? htn_processor_seconds() : htn_seconds() - clock->start;
}

bool solve_is_over(const solve_clock *clock)
{
    const double now = solve_now(clock);
    return now >= clock->slice_end || now >= clock->end;
}

bool solve_claim(solve_clock *clock, size_t bytes)
{
    if (bytes > clock->memory_most - clock->memory_used)
        return false;
    clock->memory_used += bytes;
    return true;
}

void solve_release(solve_clock *clock, size_t bytes)
{
    clock->memory_used -= bytes;
}
