/* Instances that are removed while steps run; see removed_instances.h. */
#include "removed_instances.h"
#include "../search/planner_block.h"
#include "../world/cells.h"
#include "../world/live_values.h"
#include "../world/world_write.h"
#include "order_queue.h"
#include "step_values.h"

bool htni_copy_live_step(const htn_agent *agent, const htni_layer *layer, uint32_t step, int32_t *live)
{
    const htn_domain *domain = agent->domain;
    const uint8_t *bytes = agent->world.bytes;
    htn_plan plan;
    htn_planner_running(layer->planner, &plan);
    const htn_step *taken = &plan.steps[step];
    return htni_copy_live_values(domain, bytes, bytes + domain->world_bytes,
                                 htni_region(&layer->planner->machine, layer->planner->running.plan.generations_at),
                                 taken->task, plan.values + taken->arguments, live);
}

bool htni_was_given_removed(const htn_agent *agent, const htni_layer *layer, uint32_t step)
{
    int32_t live[HTN_MAX_LOCALS];
    return agent->domain->instances != 0 && htni_copy_live_step(agent, layer, step, live);
}

/* --- Operator arguments ------------------------------------------------------------------------- */

static bool is_instance(const htn_domain *domain, const htn_argument *argument)
{
    return argument->type != HTN_NONE && HTNI_FIELD(domain, TYPES, argument->type, PRESENCE) != HTN_NONE &&
           argument->value >= 0;
}

void htni_note_arguments(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot)
{
    const size_t at = (size_t)htni_slot_index(&layer->steps, slot) * agent->agent_class->arguments;
    for (uint32_t i = 0; agent->domain->instances != 0 && i < slot->argument_count; i++) {
        const htn_argument *argument = &layer->steps.arguments[at + i];
        layer->steps.generations[at + i] =
            is_instance(agent->domain, argument)
                ? (uint16_t)htn_world_generation(&agent->world, argument->type, argument->value)
                : 0;
    }
}

void htni_look_for_removed_arguments(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot)
{
    const size_t at = (size_t)htni_slot_index(&layer->steps, slot) * agent->agent_class->arguments;
    for (uint32_t i = 0; i < slot->argument_count; i++) {
        htn_argument *argument = &layer->steps.arguments[at + i];
        if (is_instance(agent->domain, argument) &&
            (!htn_world_exists(&agent->world, argument->type, argument->value) ||
             htn_world_generation(&agent->world, argument->type, argument->value) != layer->steps.generations[at + i]))
            argument->value = -1;
    }
}

/* --- Another home ------------------------------------------------------------------------------- */

/* Generations for which a plan was made, at `at` in the planner's block. */
static void estrange_plan(const htn_planner *planner, uint32_t at, uint32_t slot, uint32_t generation)
{
    htni_store(htni_region(&planner->machine, at), slot * 2, HTN_STORAGE_S16, (int16_t)(uint16_t)(generation - 1));
}

static void estrange_arguments(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *of, uint32_t slot,
                               uint32_t generation)
{
    const size_t at = (size_t)htni_slot_index(&layer->steps, of) * agent->agent_class->arguments;
    for (uint32_t i = 0; of->state != HTNI_SLOT_FREE && i < of->argument_count; i++) {
        const htn_argument *argument = &layer->steps.arguments[at + i];
        if (is_instance(agent->domain, argument) && htni_slot(agent->domain, argument->type, argument->value) == slot)
            layer->steps.generations[at + i] = (uint16_t)(generation - 1);
    }
}

void htni_estrange(htn_agent *agent, uint32_t type, int32_t instance, uint32_t generation)
{
    const uint32_t slot = htni_slot(agent->domain, type, instance);
    for (uint32_t i = 0; i < agent->layer_count; i++) {
        htni_layer *layer = &agent->layers[i];
        estrange_plan(layer->planner, layer->planner->running.plan.generations_at, slot, generation);
        if (agent->domain->flags & HTN_BLOB_PARTIAL)
            estrange_plan(layer->planner, layer->planner->running.first_part.generations_at, slot, generation);
        estrange_plan(layer->planner, layer->planner->copy.generations_at, slot, generation);
        for (uint32_t s = 0; s < layer->steps.count; s++) {
            estrange_arguments(agent, layer, &layer->steps.slots[s], slot, generation);
            htni_estrange_kept_values(agent, layer, &layer->steps.slots[s], slot, generation);
        }
        if (htni_orders_of(agent) != NULL)
            htni_estrange_orders(agent, i, slot, generation);
    }
    htni_hash_generation(&agent->world, slot, generation); /* the planners read the generations again */
}
