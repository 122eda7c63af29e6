/* Time and memory that the solver may use; see budget.h. Neighbours: base/clock.h asks the host for the time. */
#include "hddl/common/budget.h"

#include "base/clock.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

hddl_budget hddl_budget_make(void)
{
    return (hddl_budget){
        .start = base_seconds_at_start(), .end = INFINITY, .slice_end = INFINITY, .memory_limit = SIZE_MAX};
}

double hddl_budget_now(const hddl_budget *budget)
{
    return budget->cpu ? base_processor_seconds() : base_seconds() - budget->start;
}

bool hddl_budget_is_over(const hddl_budget *budget)
{
    const double now = hddl_budget_now(budget);
    return now >= budget->slice_end || now >= budget->end;
}

bool hddl_budget_claim(hddl_budget *budget, size_t bytes)
{
    if (bytes > budget->memory_limit - budget->memory_used)
        return false;
    budget->memory_used += bytes;
    if (budget->memory_used > budget->memory_peak)
        budget->memory_peak = budget->memory_used;
    return true;
}

void hddl_budget_release(hddl_budget *budget, size_t bytes)
{
    budget->memory_used -= bytes;
}

/* Lies in front of each allocation and keeps its size, because release() is not given it. */
typedef union block_head {
    size_t size;
    max_align_t alignment;
} block_head;

static void *allocate(void *user, size_t size)
{
    const size_t whole = size + sizeof(block_head);
    if (whole < size || !hddl_budget_claim(user, whole))
        return NULL;
    block_head *head = malloc(whole);
    if (head == NULL) {
        hddl_budget_release(user, whole);
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
    hddl_budget_release(user, head->size);
    free(head);
}

base_allocator hddl_budget_allocator(hddl_budget *budget)
{
    return (base_allocator){allocate, release, budget};
}
