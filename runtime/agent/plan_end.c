/* How plans end; see plan_end.h. Neighbours: plan_runner.c, layer_result.c. */
#include "plan_end.h"
#include "../search/planner_block.h"
#include "agent_journal.h"
#include "back_off.h"
#include "cooldown.h"
#include "holds.h"
#include "layer_orders.h"
#include "step_end.h"

void htni_forget_plan(htni_layer *layer)
{
    htn_planner_drop(layer->planner);
    layer->search.purpose = HTNI_PURPOSE_NONE;
    layer->plan.active = false;
    layer->plan.foreign = false;
    layer->plan.partial = false;
    layer->plan.broken = false;
    layer->plan.owed = layer->plan.unchecked = layer->plan.excused = false;
    layer->search.known_result = HTN_NOT_BEGUN;
}

void htni_drop_plan(htn_agent *agent, htni_layer *layer)
{
    const bool cools = agent->domain->cools && layer->planner->running.exists;
    htni_orders_dropped(agent, layer);
    if (cools)
        htni_cooldowns_before_plan(agent, layer);
    htni_holds_keep(agent, layer);
    htni_forget_plan(layer);
    htni_abort_steps(agent, layer);
    htni_holds_update(agent, layer);
    if (cools)
        htni_cooldowns_after_plan(agent, layer, false);
    layer->schedule.due = true;
    htni_turn_to_next_order(layer);
}

void htni_fail_plan(htn_agent *agent, htni_layer *layer)
{
    htni_schedule *schedule = &layer->schedule;
    if (htni_orders_drop_plan(agent, layer)) {
        htni_drop_plan(agent, layer);
        return;
    }
    htni_orders_failed(agent, layer);
    if (agent->domain->cools && layer->planner->running.exists)
        htni_cooldowns_of_failure(agent, layer);
    htni_holds_keep(agent, layer);
    htni_forget_plan(layer);
    htni_abort_steps(agent, layer);
    htni_holds_update(agent, layer);
    schedule->due = true;
    schedule->failures += schedule->failures < UINT32_MAX;
    schedule->retry_at = agent->time + agent->options.back_off_ms;
    htni_back_off_begin(agent, layer);
    if (schedule->failures >= 2 && agent->options.back_off_ms != 0)
        HTNI_NOTE(agent, BACK_OFF, layer->index, agent->options.back_off_ms);
}

void htni_break_plan(htn_agent *agent, htni_layer *layer)
{
    const htni_slots *steps = &layer->steps;
    layer->plan.broken = htni_slots_are_uninterruptible(agent->domain, steps);
    if (!layer->plan.broken) {
        htni_fail_plan(agent, layer);
        return;
    }
    uint32_t next = 0;
    htni_holds_keep(agent, layer);
    for (htni_step_slot *slot = htni_slots_next_running(steps, 0); slot != NULL;
         slot = htni_slots_next_running(steps, next)) {
        next = slot->step + 1;
        if (!htni_slot_is_uninterruptible(agent->domain, slot))
            htni_abort_step(agent, layer, slot);
    }
}

void htni_finish_plan(htn_agent *agent, htni_layer *layer)
{
    const bool waits = htni_has_request(layer);
    HTNI_NOTE(agent, DONE, layer->index);
    if (!waits)
        layer->search.purpose = HTNI_PURPOSE_NONE; /* a search for a better plan comes too late */
    layer->plan.active = false;
    layer->schedule.due = true;
    layer->search.known_result = HTN_NOT_BEGUN;
    if (layer->plan.partial)
        return;
    if (waits) /* the plan found may go on behind the same split, so the record stays */
        layer->plan.foreign = layer->plan.broken = layer->plan.owed = layer->plan.unchecked = layer->plan.excused =
            false;
    else
        htni_forget_plan(layer);
    htni_holds_update(agent, layer);
    htni_orders_done(agent, layer);
}
