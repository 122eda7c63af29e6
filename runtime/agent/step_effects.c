/*
 * What steps write; see step_effects.h. Their code is run by running_blocks.c. What was given to
 * them and is removed by now is none to them: removed_instances.c.
 */
#include "step_effects.h"
#include "../planner/running_blocks.h"
#include "../planner/working_world.h"
#include "../search/deferred_writes.h"
#include "../world/group_writes.h"
#include "agent_journal.h"
#include "back_off.h"
#include "removed_instances.h"
#include "step_values.h"
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
    block.tuples = htni_tuples_of(agent->walker);
    block.pending = htni_trail(&agent->walker->machine);
    block.pending_room = agent->walker->machine.limits.trail / 2;
    return block;
}

/* --- Effects ------------------------------------------------------------------------------------ */

static void write_effect(void *user, uint32_t property, uint32_t cell, uint32_t how, int32_t n, uint32_t lasts)
{
    if (lasts != 0)
        htni_assign_saturating_for((htn_world *)user, property, cell, n, lasts);
    else if (how == HTN_WRITE_SET)
        htni_assign_saturating((htn_world *)user, property, cell, n);
    else
        htni_add((htn_world *)user, property, cell, how == HTN_WRITE_ADD ? n : -(int64_t)n);
}

void htni_write_effects(htn_agent *agent, htni_layer *layer, uint32_t step)
{
    int32_t values[HTN_MAX_LOCALS];
    htn_plan plan;
    htn_planner_running(layer->planner, &plan);
    const htn_step *taken = &plan.steps[step];
    htni_copy_live_step(agent, layer, step, values);
    htni_notice_changes(agent, layer);
    htni_begin_writing(agent, HTN_BY_EFFECTS, taken->task, layer->index);
    const htni_block how = block_of(agent, write_effect, &agent->world);
    const htn_status status = htni_do_effects(layer->planner, &agent->world, taken->task, values, HTNI_EFFECTS, &how);
    htni_end_writing(agent);
    if (status != HTN_OK)
        htni_note_trouble(agent, status);
    htni_own_changes(agent, layer);
}

/*
 * Effects of a step that has not succeeded: a change from outside, because planning does not know of them. `values`: a removed
 * instance is none.
 */
static void write_ends(htn_agent *agent, const htni_layer *layer, htn_task task, const int32_t *values,
                       htni_effects which)
{
    htni_begin_writing(agent, which == HTNI_FAIL_EFFECTS ? HTN_BY_FAIL_EFFECTS : HTN_BY_ABORT_EFFECTS, task, HTN_NONE);
    const htni_block how = block_of(agent, write_effect, &agent->world);
    const htn_status status = htni_do_effects(layer->planner, &agent->world, task, values, which, &how);
    htni_end_writing(agent);
    if (status != HTN_OK)
        htni_note_trouble(agent, status);
}

void htni_write_fail_effects(htn_agent *agent, const htni_layer *layer, uint32_t step)
{
    int32_t values[HTN_MAX_LOCALS];
    htn_plan plan;
    htn_planner_running(layer->planner, &plan);
    htni_copy_live_step(agent, layer, step, values);
    write_ends(agent, layer, plan.steps[step].task, values, HTNI_FAIL_EFFECTS);
}

void htni_write_abort_effects(htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot)
{
    int32_t values[HTN_MAX_LOCALS];
    if (agent->domain->aborts != 0 && htni_copy_kept_values(agent, layer, slot, values))
        write_ends(agent, layer, slot->task, values, HTNI_ABORT_EFFECTS);
}

/* --- During ------------------------------------------------------------------------------------- */

/* A During that begins. */
typedef struct during {
    htn_agent *agent;
    uint32_t layer, slot, step;
} during;

static void show(void *user, uint32_t property, uint32_t cell, uint32_t how, int32_t n, uint32_t lasts)
{
    const during *of = (const during *)user;
    (void)lasts; /* no compiler makes any */
    htn_world *world = &of->agent->world;
    const int32_t held = htni_load_cell(world->domain, world->bytes, property, cell);
    htni_during_show(world, of->layer, of->slot, of->step, property, cell, htni_combine(how, held, n));
}

htn_status htni_begin_during(htn_agent *agent, htni_layer *layer, const htni_step_slot *slot)
{
    int32_t values[HTN_MAX_LOCALS];
    if (HTNI_FIELD(agent->domain, TASKS, slot->task, DURING) == HTN_NONE)
        return HTN_OK;
    during of = {agent, layer->index, htni_slot_index(&layer->steps, slot), slot->step};
    htni_notice_changes(agent, layer);
    htni_begin_writing(agent, HTN_BY_DURING, slot->task, layer->index);
    const htni_block how = block_of(agent, show, &of);
    htni_copy_live_step(agent, layer, slot->step, values);
    const htn_status status = htni_do_effects(layer->planner, &agent->world, slot->task, values, HTNI_DURING, &how);
    htni_end_writing(agent);
    htni_own_changes(agent, layer);
    const bool shared = htni_durings_overlap(&agent->world);
    for (uint32_t i = 0; shared && i < agent->layer_count; i++)
        agent->layers[i].plan.verified = false;
    return status;
}

typedef struct ended {
    htn_agent *agent;
    const htni_layer *layer;
} ended;

static void accept(void *user, uint32_t cell)
{
    const ended *of = (const ended *)user;
    htni_back_off_accept(of->agent, of->layer, cell);
}

void htni_end_during(htn_agent *agent, htni_layer *layer, const htni_step_slot *slot)
{
    ended of = {agent, layer};
    htni_notice_changes(agent, layer);
    htni_begin_writing(agent, HTN_BY_SET_BACK, slot->task, layer->index);
    htni_during_end(&agent->world, layer->index, htni_slot_index(&layer->steps, slot), accept, &of);
    htni_end_writing(agent);
    htni_own_changes(agent, layer);
}

void htni_move_during(htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot)
{
    htni_during_list *list = &agent->durings;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->entries[i].layer == layer->index && list->entries[i].slot == htni_slot_index(&layer->steps, slot))
            list->entries[i].step = slot->step;
}
