/*
 * Single blocks of a step's task, run by the machine in a working copy of the world as it is: whether the step may start,
 * and what it does, for real. An agent's walker does this, so that searches that are suspended are not given up.
 * Neighbours: validate.c walks whole plans; runner.c, in the agent, asks for both.
 */
#include "machine.h"

htn_status htni_may_start(htn_planner *planner, htn_world *world, const htni_walked *of, uint32_t step)
{
    const uint32_t context = HTNI_FIELD(planner->domain, TASKS, of->plan->steps[step].task, CONTEXT);
    htn_status status = htni_watched(planner, world, of, step);
    htni_rewind(planner, world, HTN_SLOT_FAIL);
    planner->then = of->generations;
    if (status == HTN_OK && context != HTN_NONE)
        status = htni_run_step(planner, of->plan, step, context);
    if (status == HTN_OK)
        status = htni_check_step(planner, of->plan, step);
    planner->then = NULL;
    return status;
}

static bool is_cell(const htn_planner *planner, const htni_change *change)
{
    return change->cell >> HTNI_WIDTH_SHIFT != HTNI_WIDTH_MARK &&
           HTNI_ADDRESS(change->cell) < planner->domain->world_bytes;
}

/* Which cells a block changed, and what they held and hold; one that has been changed twice is noted once. False: no room. */
static bool note(const htn_planner *planner, const htn_world *world, uint32_t step, htni_restores *to)
{
    const htni_change *trail = htni_trail(planner);
    const uint8_t *copy = htni_region(planner, planner->world_at);
    for (uint32_t i = 0; i < planner->now.trail; i++) {
        const uint32_t cell = trail[i].cell;
        uint32_t before = 0;
        if (!is_cell(planner, &trail[i]))
            continue;
        while (trail[before].cell != cell)
            before++;
        const htni_restore restore = {to->slot, step, cell, htni_load_width(world->bytes, cell),
                                      htni_load_width(copy, cell)};
        if (before != i || restore.old == restore.written)
            continue;
        if (to->count >= to->room)
            return false;
        to->entries[to->count++] = restore;
    }
    return true;
}

htn_status htni_carry_out(htn_planner *planner, htn_world *world, const htni_walked *of, uint32_t step, uint32_t pc,
                          htni_restores *restores)
{
    const htni_change *trail = htni_trail(planner);
    const uint8_t *copy = htni_region(planner, planner->world_at);
    htni_rewind(planner, world, HTN_SLOT_FAIL);
    planner->then = of->generations;
    const htn_status status = htni_run_step(planner, of->plan, step, pc);
    planner->then = NULL;
    if (status != HTN_OK)
        return status;
    if (restores != NULL && !note(planner, world, step, restores))
        return HTN_FULL_TRAIL;
    for (uint32_t i = 0; i < planner->now.trail; i++)
        if (is_cell(planner, &trail[i]))
            htni_world_write(world, trail[i].cell, htni_load_width(copy, trail[i].cell));
    return HTN_OK;
}
