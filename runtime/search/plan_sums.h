/*
 * Sums over the plan so far: cost, duration and counts. They lie behind the working world, and are on the
 * trail like its cells.
 */
#pragma once

#include "../blob/storage.h"
#include "planner_block.h"

/* Offsets of the sums behind the working world, i32 each. */
enum {
    HTNI_SUM_COST = 0,
    HTNI_SUM_DURATION = 4,
    HTNI_SUM_GROUPS = 8,       /* parallel groups that have begun and not ended */
    HTNI_SUM_ACHIEVES = 12,    /* Achieves that have been met so far */
    HTNI_SUM_LOWER_BOUND = 16, /* with Select [cheapest]: the lower bound of the cost of any plan from here on */
    HTNI_SUMS = 20
};

/* The value of a sum. */
static inline int32_t htni_sum(const htni_machine *machine, uint32_t offset)
{
    return htni_load(htni_working_world(machine), machine->domain->world_bytes + offset, HTN_STORAGE_S32);
}

/*
 * Adds to the sum at an address of the working world, saturating; an amount of 0 or less adds nothing. False:
 * the trail is full.
 */
bool htni_accumulate(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t address, int32_t amount);
