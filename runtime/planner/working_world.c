/* Copies only what has changed, if the log of the world still has it. */
#include "working_world.h"

/* Takes a place among the readers of a world, when the planner first copies it. */
static void become_reader(htn_world *world, htn_planner *planner)
{
    planner->copy.reader = 0;
    while (planner->copy.reader < HTN_WORLD_READERS && !htni_is_reader(world, planner))
        planner->copy.reader++;
    if (planner->copy.reader < HTN_WORLD_READERS)
        return;
    planner->copy.reader = world->next_reader++ % HTN_WORLD_READERS;
    world->readers[planner->copy.reader] = planner;
}

void htni_catch_up(htn_planner *planner, htn_world *world)
{
    uint8_t *copy = htni_working_world(&planner->machine);
    const htn_domain *domain = planner->machine.domain;
    const bool followed = htni_can_follow(planner, world);
    if (followed) {
        for (uint32_t change = planner->copy.changes; change != world->changes; change++)
            htni_copy_cell(copy, world->bytes, world->log[change % HTN_WORLD_LOG]);
    } else {
        memcpy(copy, world->bytes, domain->world_bytes);
        planner->copy.world = world;
        become_reader(world, planner);
    }
    if (planner->copy.spawns != world->spawns || !followed) {
        memcpy(htni_region(&planner->machine, planner->copy.generations_at), world->bytes + domain->world_bytes,
               (size_t)domain->instances * 2);
        planner->copy.spawns = world->spawns;
    }
    planner->copy.changes = world->changes;
}

void htni_rewind(htn_planner *planner, htn_world *world, uint32_t pc)
{
    htni_rewind_to(planner, world, pc);
    planner->machine.horizon = 0;
}
