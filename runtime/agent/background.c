/* Backgrounds: their rounds and ends; see background.h. Neighbours: plan_runner.c, which starts steps; step_end.c, which aborts them. */
#include "background.h"
#include "agent_journal.h"
#include "cooldown.h"
#include "holds.h"
#include "plan_order.h"
#include "step_attempts.h"
#include "step_end.h"

void htni_backgrounds_clear(const htn_agent *agent, const htni_layer *layer, uint32_t steps)
{
    if (htni_has_backgrounds(agent))
        memset(htni_rounds_begun(agent, layer), 0, steps);
}

void htni_backgrounds_next_tick(const htn_agent *agent, htni_layer *layer)
{
    htn_plan plan;
    layer->plan.rounds = layer->plan.settled = false;
    if (htn_planner_running(layer->planner, &plan))
        htni_backgrounds_clear(agent, layer, plan.step_count);
}

/* --- Ends ----------------------------------------------------------------------------------------- */

static void set_all(const htni_layer *layer, const htn_span *span, uint8_t done)
{
    for (uint32_t step = span->first; step < span->end; step++)
        layer->plan.done[step] = done;
}

/* The Background is over. `done`: because it cannot begin again, and not because its group ends. */
static void end(htn_agent *agent, htni_layer *layer, const htn_plan *plan, uint32_t background, bool done)
{
    const uint32_t level = htni_background_level(plan, plan->spans[background].parent);
    HTNI_NOTE(agent, OVER, layer->index, plan->spans[background].first, done);
    set_all(layer, &plan->spans[background], htni_state_at_level(level));
    layer->plan.settled = false;
    if (level == 0 && agent->domain->cools)
        htni_cooldowns_of_background(agent, layer, background, done);
    htni_holds_update(agent, layer);
}

/*
 * Nothing of the Background starts any more. Aborts its steps in progress, but for those with Interrupt [never]. True: it need not
 * wait for one.
 */
static bool stop(htn_agent *agent, htni_layer *layer, const htn_span *background, uint32_t level)
{
    uint32_t step = background->first;
    while (step < background->end) {
        htni_step_slot *slot = htni_slots_next_running(&layer->steps, step);
        const uint32_t next = slot != NULL && slot->step < background->end ? slot->step : background->end;
        for (; step < next; step++)
            if (!htni_rests(layer->plan.done[step], level))
                layer->plan.done[step] = htni_state_at_level(level);
        if (next == background->end)
            break;
        if (!htni_slot_is_uninterruptible(agent->domain, slot)) {
            layer->plan.done[next] = htni_state_at_level(level);
            htni_holds_keep(agent, layer);
            htni_abort_step(agent, layer, slot);
        }
        step = next + 1;
    }
    return htni_all_rest(layer, background->first, background->end, level) && !htni_slots_are_aborting(&layer->steps);
}

/* Ends the Backgrounds that can end now. Whether one is over by that. */
static bool end_some(htn_agent *agent, htni_layer *layer, const htn_plan *plan)
{
    bool some = false;
    for (uint32_t i = 0; i < plan->span_count; i++) {
        const htn_span *span = &plan->spans[i];
        const uint32_t level = htni_background_level(plan, i);
        if (span->kind != HTN_SPAN_BACKGROUND || htni_all_rest(layer, span->first, span->end, level - 1) ||
            !htni_others_are_done(layer, plan, span->parent))
            continue;
        if (stop(agent, layer, span, level)) {
            end(agent, layer, plan, i, false);
            some = true;
        }
    }
    return some;
}

/* One that is over may be the last one that a group around its own waits for. */
void htni_backgrounds_end(htn_agent *agent, htni_layer *layer)
{
    htn_plan plan;
    if (!htni_has_backgrounds(agent) || layer->plan.broken || !layer->plan.active ||
        !htn_planner_running(layer->planner, &plan))
        return;
    while (end_some(agent, layer, &plan))
        ;
}

/* --- Rounds --------------------------------------------------------------------------------------- */

void htni_backgrounds_note_start(const htn_agent *agent, htni_layer *layer, const htn_plan *plan, uint32_t step)
{
    for (uint32_t i = 0; htni_has_backgrounds(agent) && i < plan->span_count && plan->spans[i].first <= step; i++) {
        const uint32_t level = htni_background_level(plan, i);
        uint8_t *lowest = htni_rounds_begun(agent, layer) + step;
        if (plan->spans[i].kind != HTN_SPAN_BACKGROUND || plan->spans[i].first != step ||
            (*lowest != 0 && *lowest <= level))
            continue;
        *lowest = (uint8_t)level;
        layer->plan.rounds = true;
    }
}

htn_status htni_begin_round(htn_agent *agent, htni_layer *layer, const htni_checked_plan *of, uint32_t background)
{
    const htn_span *span = &of->plan->spans[background];
    set_all(layer, span, HTNI_STEP_AGAIN);
    const htn_status status = htni_round_may_begin(agent, layer, of, span);
    if (status == HTN_NO_PLAN) {
        end(agent, layer, of->plan, background, true);
        htni_backgrounds_end(agent, layer); /* of the group around its own this may have been the last step */
        return status;
    }
    if (status == HTN_WAITS) {
        set_all(layer, span, htni_state_at_level(htni_background_level(of->plan, background)));
        return status;
    }
    if (status != HTN_OK) {
        htni_note_failure(agent, layer, HTN_WHY_TROUBLE, span->first, HTN_NONE);
        return status;
    }
    HTNI_NOTE(agent, ROUND, layer->index, span->first);
    htni_attempts_begin_round(agent, layer, span->first, span->end);
    layer->plan.verified = false; /* there are steps to do that were done when the last search asked */
    return HTN_OK;
}
