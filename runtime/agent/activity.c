/* Steps in progress as the game sees them; see activity.h. The slots are step_slots.h's. */
#include "activity.h"
#include "removed_instances.h"

htn_activity htni_activity_of(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot)
{
    const size_t index = htni_slot_index(&layer->steps, slot);
    htn_activity activity;
    htni_drop_removed_arguments(agent, layer, slot);
    memset(&activity, 0, sizeof activity);
    activity.agent = (htn_agent *)(uintptr_t)agent;
    activity.user = agent->options.user;
    activity.operator_index = HTNI_FIELD(agent->domain, TASKS, slot->task, OPERATOR);
    activity.context = htni_class_operators(agent->agent_class)[activity.operator_index].context;
    activity.id = slot->id;
    activity.layer = layer->index;
    activity.step = slot->step;
    activity.task = slot->task;
    activity.arguments = layer->steps.arguments + index * agent->agent_class->arguments;
    activity.argument_count = slot->argument_count;
    activity.memory = layer->steps.memories + index * agent->agent_class->memory;
    return activity;
}

htni_step_slot *htni_find_step(const htn_agent *agent, uint32_t id, htni_layer **layer)
{
    for (uint32_t i = 0; i < agent->layer_count; i++) {
        htni_step_slot *slot = htni_slots_next(&agent->layers[i].steps, id);
        *layer = &agent->layers[i];
        if (slot != NULL && slot->id == id)
            return slot;
    }
    return NULL;
}

bool htn_agent_calling(const htn_agent *agent, htn_activity *activity)
{
    if (agent == NULL || activity == NULL || agent->calling == NULL)
        return false;
    *activity = *agent->calling;
    return true;
}

bool htn_agent_activity(const htn_agent *agent, uint32_t layer, uint32_t index, htn_activity *activity)
{
    if (agent == NULL || layer >= agent->layer_count || activity == NULL)
        return false;
    const htni_slots *steps = &agent->layers[layer].steps;
    const htni_step_slot *slot = htni_slots_next(steps, 0);
    for (; slot != NULL && index > 0; index--)
        slot = htni_slots_next(steps, (uint64_t)slot->id + 1);
    if (slot != NULL)
        *activity = htni_activity_of(agent, &agent->layers[layer], slot);
    return slot != NULL;
}
