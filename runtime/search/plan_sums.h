/* Sums over the plan so far: cost, duration and counts. They lie behind the working world and are trailed like its cells. */
#ifndef HTNI_PLAN_SUMS_H
#define HTNI_PLAN_SUMS_H

#include "../blob/storage.h"
#include "planner_block.h"

/* Sums behind the working world, i32 each and trailed like it: offsets. */
enum {
    HTNI_SUM_COST = 0,
    HTNI_SUM_DURATION = 4,
    HTNI_SUM_GROUPS = 8,       /* parallel groups that are open */
    HTNI_SUM_ACHIEVES = 12,    /* how many Achieves have been met */
    HTNI_SUM_LOWER_BOUND = 16, /* looking for the cheapest plan: what any plan from here on costs at least */
    HTNI_SUMS = 20
};

/* One of the sums behind the working world. */
static inline int32_t htni_sum(const htni_machine *machine, uint32_t offset)
{
    return htni_load(htni_working_world(machine), machine->domain->world_bytes + offset, HTN_STORAGE_S32);
}

/* Adds to the cost or duration, which lie behind the working world and are trailed like it; false: no room. */
bool htni_accumulate(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t address, int32_t amount);

#endif
