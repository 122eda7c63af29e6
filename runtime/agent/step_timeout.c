/* Timeouts; see step_timeout.h. Neighbours: plan_runner.c asks, step_end.c aborts. */
#include "step_timeout.h"
#include "../machine/single_block.h"
#include "../search/planner_block.h"
#include "step_extra.h"

bool htni_has_timeout(const htn_agent *agent, const htni_step_slot *slot)
{
    return (agent->domain->task_flags & HTN_TASK_TIMEOUT) != 0 &&
           (HTNI_FIELD(agent->domain, TASKS, slot->task, FLAGS) & HTN_TASK_TIMEOUT) != 0;
}

void htni_timeout_begin(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot, int32_t timeout)
{
    if (htni_has_timeout(agent, slot))
        htni_extra_of(agent, layer, slot)->ends_at = agent->time + (uint32_t)timeout;
}

bool htni_timeout_is_over(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot)
{
    return htni_has_timeout(agent, slot) && htni_is_due(agent->time, htni_extra_of(agent, layer, slot)->ends_at);
}

uint32_t htni_timeout_left(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot)
{
    const uint32_t ends_at = htni_extra_of(agent, layer, slot)->ends_at;
    return htni_is_due(agent->time, ends_at) ? 0 : ends_at - agent->time;
}

/* A step whose Timeout cannot be evaluated keeps the time that it has. */
static void cut(htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot)
{
    int32_t timeout;
    htn_plan plan;
    if (!htn_planner_running(layer->planner, &plan))
        return;
    const htn_step *step = &plan.steps[slot->step];
    if (htni_operator_arguments(&agent->world, layer->index, step->task, plan.values + step->arguments,
                                layer->planner->host.answerer, layer->planner->host.answerer_user, NULL,
                                &timeout) != HTN_OK)
        return;
    if (htni_timeout_left(agent, layer, slot) > (uint32_t)timeout)
        htni_timeout_begin(agent, layer, slot, timeout);
}

void htni_timeouts_cut(htn_agent *agent)
{
    for (uint32_t i = 0; (agent->domain->task_flags & HTN_TASK_TIMEOUT) != 0 && i < agent->layer_count; i++)
        for (uint32_t j = 0; j < agent->layers[i].steps.count; j++) {
            const htni_step_slot *slot = &agent->layers[i].steps.slots[j];
            if (slot->state == HTNI_SLOT_RUNNING && htni_has_timeout(agent, slot))
                cut(agent, &agent->layers[i], slot);
        }
}
