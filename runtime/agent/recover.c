/*
 * Recovering an agent after a callback that did not return: it threw an exception through the tick, or called longjmp(). Its
 * world is sound, since no callback runs while a cell is written. Its planners may have stopped anywhere in a search, so
 * they are made afresh, and the plans are forgotten with them.
 */
#include "../planner/planner_layout.h"
#include "agent_journal.h"
#include "group_members.h"
#include "holds.h"
#include "layer_orders.h"
#include "plan_end.h"
#include "step_end.h"

/* In the order in which they began. */
static void end_steps(htn_agent *agent, htni_layer *layer)
{
    htni_step_slot *slot;
    while ((slot = htni_slots_next(&layer->steps, 0)) != NULL)
        htni_end_slot(agent, layer, slot, HTN_ABORTED);
}

static void restart_layer(htn_agent *agent, htni_layer *layer)
{
    uint8_t *const done = layer->plan.done;
    end_steps(agent, layer);
    htni_forget_plan(layer);
    htni_orders_recover(agent, layer);
    htni_reset_planner(layer->planner);
    memset(&layer->plan, 0, sizeof layer->plan);
    layer->plan.done = done;
    layer->search.result = HTN_NOT_BEGUN;
    layer->search.empty = false;
    layer->search.waiting_for_budget = false;
    layer->schedule.due = true;
    layer->changes.from_outside = true;
    htni_holds_update(agent, layer);
}

htn_status htn_agent_recover(htn_agent *agent)
{
    if (agent == NULL)
        return HTN_BAD_ARGUMENT;
    agent->inside = false;
    agent->calling = NULL;
    if (agent->membership.crowd != NULL)
        agent->membership.crowd->inside = false;
    htni_end_writing(agent);
    htni_abandon_home(agent);
    HTNI_NOTE(agent, RECOVER, agent->layer_count);
    htni_reset_planner(agent->walker);
    agent->budget.out_of_budget = HTN_NONE;
    for (uint32_t i = 0; i < agent->layer_count; i++)
        restart_layer(agent, &agent->layers[i]);
    return HTN_OK;
}
