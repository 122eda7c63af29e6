/*
 * Copies only what has changed, if the log of the world still has it. The hash of the values tells whether the log was that of
 * this world: any number of planners can follow a world that knows none of them.
 */
#include "working_world.h"
#include "../world/cell_weight.h"

/* Copies a cell from the world. False: there is no such cell. */
HTNI_NOINLINE static bool copy_wide(htn_planner *planner, const htn_world *world, uint32_t cell)
{
    if (HTNI_ADDRESS(cell) + htni_width_bytes(cell >> HTNI_WIDTH_SHIFT) > planner->machine.domain->world_bytes)
        return false;
    planner->copy.values_hash += htni_copy_weighed(htni_working_world(&planner->machine), world->bytes, cell);
    return true;
}

/* Copies the cells in the log. Whether the copy then has the world's values. */
static inline bool copy_changes(htn_planner *planner, const htn_world *world)
{
    uint8_t *const copy = htni_working_world(&planner->machine);
    const uint32_t world_bytes = planner->machine.domain->world_bytes;
    uint64_t growth = 0; /* of the hash, by bytes */
    for (uint32_t change = planner->copy.changes; change != world->changes; change++) {
        const uint32_t cell = world->log[change % HTN_WORLD_LOG];
        if (HTNI_UNLIKELY(cell >= world_bytes)) { /* wider than a byte, or of another world */
            if (!copy_wide(planner, world, cell))
                return false;
            continue;
        }
        growth += htni_weigh(cell, copy[cell], world->bytes[cell]);
        copy[cell] = world->bytes[cell];
    }
    return planner->copy.values_hash + growth == world->values_hash;
}

/* From now on, the working world is a copy of this one as it is now. */
static void note_followed(htn_planner *planner, const htn_world *world)
{
    planner->copy.world = world;
    planner->copy.changes = world->changes;
    planner->copy.values_hash = world->values_hash;
    planner->copy.generations_hash = world->generations_hash;
}

static void copy_generations(htn_planner *planner, const htn_world *world)
{
    const htn_domain *domain = planner->machine.domain;
    memcpy(htni_region(&planner->machine, planner->copy.generations_at), world->bytes + domain->world_bytes,
           (size_t)domain->instances * 2);
}

void htni_copy_world(htn_planner *planner, const htn_world *world)
{
    memcpy(htni_working_world(&planner->machine), world->bytes, planner->machine.domain->world_bytes);
    copy_generations(planner, world);
    note_followed(planner, world);
}

/* The log of cells was not enough, or generations have changed. */
HTNI_NOINLINE static void follow_rest(htn_planner *planner, const htn_world *world, bool followed)
{
    if (!followed)
        htni_copy_world(planner, world);
    else
        copy_generations(planner, world);
    planner->copy.generations_hash = world->generations_hash;
}

bool htni_follow_log(htn_planner *planner, const htn_world *world)
{
    const bool followed = copy_changes(planner, world);
    if (HTNI_UNLIKELY(!followed || planner->copy.generations_hash != world->generations_hash))
        follow_rest(planner, world, followed);
    planner->copy.changes = world->changes;
    planner->copy.values_hash = world->values_hash;
    return followed;
}

bool htni_catch_up(htn_planner *planner, htn_world *world)
{
    if (htni_has_log(planner, world))
        return htni_follow_log(planner, world);
    htni_copy_world(planner, world);
    return false;
}

void htni_rewind(htn_planner *planner, htn_world *world, uint32_t pc)
{
    htni_rewind_to(planner, world, pc);
    planner->machine.horizon = 0;
}
