/*
 * How steps end; see step_end.h. Neighbours: plan_runner.c starts and updates them, plan_end.c ends
 * whole plans.
 */
#include "step_end.h"
#include "agent_journal.h"
#include "background_state.h"
#include "cooldown.h"
#include "holds.h"
#include "news.h"
#include "layer_orders.h"
#include "operator_calls.h"
#include "step_effects.h"
#include "step_values.h"

void htni_end_slot(htn_agent *agent, htni_layer *layer, htni_step_slot *slot, htn_outcome outcome)
{
    HTNI_NOTE(agent, END, layer->index, slot->id, (uint32_t)outcome);
    htni_end_during(agent, layer, slot);
    if (outcome == HTN_ABORTED)
        htni_write_abort_effects(agent, layer, slot);
    const bool aborted = slot->state == HTNI_SLOT_ABORTING;
    slot->state = HTNI_SLOT_FREE;
    layer->plan.settled = false;
    slot->news = 0;
    if (aborted)
        htni_holds_update(agent, layer);
}

void htni_succeed_step(htn_agent *agent, htni_layer *layer, uint32_t step)
{
    htni_write_effects(agent, layer, step);
    layer->plan.done[step] = htni_state_of_success(agent, layer, step);
    if (agent->domain->cools)
        htni_cooldowns_of_step(agent, layer, step);
    layer->plan.verified = false; /* the plan may have relied on its expected effects, which are not written */
    layer->plan.unchecked = true;
    layer->schedule.failures = 0;
    htni_orders_step_done(agent, layer);
    htni_holds_update(agent, layer);
}

/* --- Aborts ------------------------------------------------------------------------------------- */

/* The operator begins to abort its step. True: it has ended. */
static bool begin_abort(htn_agent *agent, const htni_layer *layer, htni_step_slot *slot)
{
    const htn_operator_binding *binding = htni_class_operator_of(agent->agent_class, slot->task);
    slot->called = true;
    slot->reported = HTN_RUNNING; /* a report from before the abort comes too late */
    if (!binding->polled)
        return binding->abort == NULL || htni_call_operator(agent, layer, slot, HTN_CALL_ABORT, 0) != HTN_RUNNING;
    htni_add_news(agent, slot, HTN_NEWS_ABORT);
    return false;
}

void htni_abort_step(htn_agent *agent, htni_layer *layer, htni_step_slot *slot)
{
    const bool begun = slot->state == HTNI_SLOT_TIMED_OUT;
    HTNI_NOTE(agent, ABORT, layer->index, slot->id);
    slot->state = HTNI_SLOT_ABORTING;
    slot->step = HTN_NONE;
    htni_move_during(agent, layer, slot);
    if (!begun && begin_abort(agent, layer, slot))
        htni_end_slot(agent, layer, slot, HTN_ABORTED);
}

bool htni_abort_timed_out(htn_agent *agent, const htni_layer *layer, htni_step_slot *slot)
{
    HTNI_NOTE(agent, TIMEOUT, layer->index, slot->id);
    slot->state = HTNI_SLOT_TIMED_OUT;
    return begin_abort(agent, layer, slot);
}

void htni_drop_step(htn_agent *agent, htni_layer *layer, htni_step_slot *slot)
{
    HTNI_NOTE(agent, DROP, slot->id);
    htni_keep_values(agent, layer, slot, NULL, NULL); /* the old build's AbortEffects do not apply any more */
    htni_abort_step(agent, layer, slot);
}

void htni_abort_steps(htn_agent *agent, htni_layer *layer)
{
    const htni_slots *steps = &layer->steps;
    for (htni_step_slot *slot = htni_slots_next_running(steps, 0); slot != NULL;
         slot = htni_slots_next_running(steps, 0))
        htni_abort_step(agent, layer, slot);
}

htni_step_slot *htni_continue_aborts(htn_agent *agent, htni_layer *layer, uint64_t *from)
{
    const htni_slots *steps = &layer->steps;
    for (htni_step_slot *slot = htni_slots_next(steps, *from); slot != NULL; slot = htni_slots_next(steps, *from)) {
        *from = (uint64_t)slot->id + 1;
        if (slot->state == HTNI_SLOT_ORPHANED) {
            htni_abort_step(agent, layer, slot);
            continue;
        }
        if (slot->state == HTNI_SLOT_RUNNING || slot->called)
            continue;
        slot->called = true;
        if (htni_call_operator(agent, layer, slot, HTN_CALL_ABORT, agent->elapsed_us) == HTN_RUNNING)
            continue;
        if (slot->state == HTNI_SLOT_TIMED_OUT)
            return slot;
        htni_end_slot(agent, layer, slot, HTN_ABORTED);
    }
    return NULL;
}
