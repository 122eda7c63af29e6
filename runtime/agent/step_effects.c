/*
 * What steps write; see step_effects.h. Their code is run by running_blocks.c; restores.c follows instances
 * that come and go.
 */
#include "step_effects.h"
#include "../planner/running_blocks.h"
#include "../planner/working_world.h"
#include "../world/world_write.h"
#include "agent_journal.h"
#include "back_off.h"
#include "restores.h"
#include "world_changes.h"

/*
 * How a block writes to the world. Deferred writes wait in the trail of the walker, which is
 * rewound for this.
 */
static htni_block block_of(htn_agent *agent, htni_writer *write, void *user)
{
    htni_block block;
    memset(&block, 0, sizeof block);
    htni_rewind(agent->walker, &agent->world, HTN_SLOT_FAIL);
    block.write = write;
    block.user = user;
    block.pending = htni_trail(&agent->walker->machine);
    block.pending_room = agent->walker->machine.limits.trail / 2;
    return block;
}

/* --- Effects ------------------------------------------------------------------------------------ */

static void write_effect(void *user, uint32_t property, uint32_t cell, int32_t value)
{
    htni_set_saturating((htn_world *)user, property, cell, value);
}

void htni_write_effects(htn_agent *agent, htni_layer *layer, uint32_t step)
{
    htn_plan plan;
    htn_planner_running(layer->planner, &plan);
    const htn_step *taken = &plan.steps[step];
    htni_notice_changes(agent, layer);
    htni_begin_writing(agent, HTN_BY_EFFECTS, taken->task, layer->index);
    const htni_block how = block_of(agent, write_effect, &agent->world);
    const htn_status status =
        htni_do_effects(layer->planner, &agent->world, taken->task, plan.values + taken->arguments, HTNI_EFFECTS, &how);
    htni_end_writing(agent);
    if (status != HTN_OK)
        htni_note_trouble(agent, status);
    htni_own_changes(agent, layer);
}

/* --- During ------------------------------------------------------------------------------------- */

/* A During that is being written. */
typedef struct during {
    htn_agent *agent;
    htni_slots *steps;
    uint32_t slot, step;
    bool full; /* there was no room for a restore */
} during;

/* The restore that this During already has for the cell; steps->restore_count: none. */
static uint32_t find_restore(const during *of, uint32_t cell)
{
    const htni_slots *steps = of->steps;
    uint32_t found = 0;
    while (found < steps->restore_count &&
           (steps->restores[found].slot != of->slot || steps->restores[found].cell != cell))
        found++;
    return found;
}

/* What was there before is remembered once per cell, even if the During writes the cell again. */
static void keep_restore(during *of, const htni_restore *restore)
{
    htni_slots *steps = of->steps;
    const uint32_t found = find_restore(of, restore->cell);
    if (found < steps->restore_count) {
        steps->restores[found].written = restore->written;
    } else if (restore->old != restore->written) {
        of->full = of->full || steps->restore_count >= of->agent->agent_class->restores * steps->count;
        if (of->full)
            htni_set_at_address(&of->agent->world, restore->cell, restore->old);
        else
            steps->restores[steps->restore_count++] = *restore;
    }
}

static void write_during(void *user, uint32_t property, uint32_t cell, int32_t value)
{
    during *of = (during *)user;
    htn_world *world = &of->agent->world;
    const uint32_t storage = HTNI_FIELD(world->domain, PROPERTIES, property, STORAGE);
    const uint32_t address =
        HTNI_FIELD(world->domain, PROPERTIES, property, ADDRESS) + cell * htni_storage_bytes(storage);
    htni_restore restore;
    memset(&restore, 0, sizeof restore);
    restore.slot = of->slot;
    restore.step = of->step;
    restore.cell = address | htni_width(storage) << HTNI_WIDTH_SHIFT;
    restore.property = property;
    if (cell >= HTNI_FIELD(world->domain, PROPERTIES, property, CELLS) || storage == HTN_STORAGE_FACTS)
        return;
    restore.old = htni_load_width(world->bytes, restore.cell);
    htni_restore_note(world, &restore);
    htni_set_saturating(world, property, cell, value);
    restore.written = htni_load_width(world->bytes, restore.cell);
    keep_restore(of, &restore);
}

htn_status htni_write_during(htn_agent *agent, htni_layer *layer, const htni_step_slot *slot, const htn_plan *plan,
                             uint32_t step)
{
    const htn_step *taken = &plan->steps[step];
    if (HTNI_FIELD(agent->domain, TASKS, taken->task, DURING) == HTN_NONE)
        return HTN_OK;
    htni_begin_writing(agent, HTN_BY_DURING, taken->task, layer->index);
    during of = {agent, &layer->steps, htni_slot_index(&layer->steps, slot), step, false};
    htni_notice_changes(agent, layer);
    const htni_block how = block_of(agent, write_during, &of);
    const htn_status status =
        htni_do_effects(layer->planner, &agent->world, taken->task, plan->values + taken->arguments, HTNI_DURING, &how);
    htni_end_writing(agent);
    htni_own_changes(agent, layer);
    return of.full ? HTN_FULL_TRAIL : status;
}

void htni_restore_during(htn_agent *agent, htni_layer *layer, const htni_step_slot *slot)
{
    htni_slots *steps = &layer->steps;
    const uint32_t index = htni_slot_index(steps, slot);
    uint32_t kept = 0;
    htni_notice_changes(agent, layer);
    htni_begin_writing(agent, HTN_BY_SET_BACK, slot->task, layer->index);
    for (uint32_t i = steps->restore_count; i-- > 0;) { /* the latest first */
        const htni_restore *restore = &steps->restores[i];
        if (restore->slot != index || htni_load_width(agent->world.bytes, restore->cell) != restore->written)
            continue;
        htni_set_at_address(&agent->world, restore->cell, restore->old);
        htni_back_off_accept(agent, layer, restore->cell);
    }
    for (uint32_t i = 0; i < steps->restore_count; i++)
        if (steps->restores[i].slot != index)
            steps->restores[kept++] = steps->restores[i];
    steps->restore_count = kept;
    htni_end_writing(agent);
    htni_own_changes(agent, layer);
}
