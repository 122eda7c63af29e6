/* Plans as lists of decisions; see plan.h. Both arrays grow by doubling. */
#include "hddl/common/plan.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 4096 };

/* The block, or a larger copy of it that has room for so many bytes; NULL: no memory, and the block is as it was. */
static void *reserve(void *block, size_t *size, size_t needed)
{
    size_t larger = *size;
    while (larger < needed)
        larger = larger == 0 ? FIRST_SIZE : larger * 2;
    if (larger == *size)
        return block;
    block = realloc(block, larger);
    if (block != NULL)
        *size = larger;
    return block;
}

bool hddl_plan_add(hddl_plan *plan, bool primitive, uint32_t index, const uint32_t *arguments, uint32_t argument_count)
{
    const size_t first = plan->argument_count, size = argument_count * sizeof *arguments;
    hddl_decision *decisions =
        reserve(plan->decisions, &plan->decisions_size, (plan->count + 1) * sizeof *plan->decisions);
    if (decisions == NULL)
        return false;
    plan->decisions = decisions;
    uint32_t *all = reserve(plan->arguments, &plan->arguments_size, (first + 1) * sizeof *all + size);
    if (all == NULL)
        return false;
    plan->arguments = all;
    if (size > 0)
        memcpy(all + first, arguments, size);
    plan->argument_count += argument_count;
    plan->decisions[plan->count++] = (hddl_decision){primitive, index, first};
    return true;
}

void hddl_plan_free(hddl_plan *plan)
{
    free(plan->decisions);
    free(plan->arguments);
    *plan = (hddl_plan){0};
}
