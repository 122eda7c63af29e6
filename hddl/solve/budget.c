/*
 * How long it has been and how much is taken; see solve.h. Time counts from the start of the process, so that reading and
 * translating are part of what --time bounds. Neighbours: base/platform.h asks the host.
 */
#include "hddl/solve/solve.h"
#include "base/platform.h"
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

solve_clock solve_clock_make(void)
{
    return (solve_clock){
        .start = base_seconds_at_start(), .end = INFINITY, .slice_end = INFINITY, .memory_most = SIZE_MAX};
}

double solve_now(const solve_clock *clock)
{
    return clock->cpu ? base_processor_seconds() : base_seconds() - clock->start;
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
    if (clock->memory_used > clock->memory_highest)
        clock->memory_highest = clock->memory_used;
    return true;
}

void solve_release(solve_clock *clock, size_t bytes)
{
    clock->memory_used -= bytes;
}

/* What stands in front of each block: its size, which release() is not told. */
typedef union block_head {
    size_t size;
    max_align_t alignment;
} block_head;

static void *allocate(void *user, size_t size)
{
    const size_t whole = size + sizeof(block_head);
    if (whole < size || !solve_claim(user, whole))
        return NULL;
    block_head *head = malloc(whole);
    if (head == NULL) {
        solve_release(user, whole);
        return NULL;
    }
    head->size = whole;
    return head + 1;
}

static void release(void *user, void *memory)
{
    if (memory == NULL)
        return;
    block_head *head = (block_head *)memory - 1;
    solve_release(user, head->size);
    free(head);
}

base_allocator solve_allocator(solve_clock *clock)
{
    return (base_allocator){allocate, release, clock};
}
