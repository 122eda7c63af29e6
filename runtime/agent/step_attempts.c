/* Attempts; see step_attempts.h. */
#include "step_attempts.h"
#include "../blob/step_ends.h"
#include "../search/planner_block.h"
#include "agent_journal.h"
#include "step_extra.h"

/* By step: whether it has started in this tick. */
static uint8_t *started(const htn_agent *agent, const htni_layer *layer)
{
    return htni_attempts(agent, layer) + agent->options.limits.steps;
}

void htni_attempts_next_tick(const htn_agent *agent, htni_layer *layer)
{
    htn_plan plan;
    layer->plan.tried = layer->plan.settled = false;
    if (htn_planner_running(layer->planner, &plan))
        memset(started(agent, layer), 0, plan.step_count);
}

void htni_attempts_note_start(const htn_agent *agent, htni_layer *layer, uint32_t step)
{
    if (agent->domain->retries == 0)
        return;
    started(agent, layer)[step] = 1;
    layer->plan.tried = true;
}

bool htni_attempts_has_started(const htn_agent *agent, const htni_layer *layer, uint32_t step)
{
    return layer->plan.tried && started(agent, layer)[step] != 0;
}

bool htni_attempts_are_left(const htn_agent *agent, const htni_layer *layer, uint32_t step)
{
    htn_plan plan;
    return agent->domain->retries != 0 && !layer->plan.broken && htn_planner_running(layer->planner, &plan) &&
           htni_attempts(agent, layer)[step] < htni_retries_of(agent->domain, plan.steps[step].task);
}

void htni_attempts_count(htn_agent *agent, htni_layer *layer, uint32_t step)
{
    uint8_t *attempts = htni_attempts(agent, layer);
    attempts[step]++;
    layer->plan.settled = false;
    HTNI_NOTE(agent, RETRY, layer->index, step, attempts[step]);
}

void htni_attempts_begin_round(const htn_agent *agent, const htni_layer *layer, uint32_t first, uint32_t end)
{
    if (agent->domain->retries == 0)
        return;
    memset(htni_attempts(agent, layer) + first, 0, end - first);
    memset(started(agent, layer) + first, 0, end - first);
}

void htni_attempts_clear(const htn_agent *agent, const htni_layer *layer, uint32_t steps)
{
    if (agent->domain->retries == 0)
        return;
    memset(htni_attempts(agent, layer), 0, steps);
    memset(started(agent, layer), 0, steps);
}

void htni_attempts_leave_out_done(const htn_agent *agent, const htni_layer *layer, uint32_t steps)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; agent->domain->retries != 0 && i < steps; i++) {
        if (layer->plan.done[i] == HTN_STEP_DONE)
            continue;
        htni_attempts(agent, layer)[kept] = htni_attempts(agent, layer)[i];
        started(agent, layer)[kept++] = started(agent, layer)[i];
    }
}

void htni_attempts_take(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot)
{
    if (agent->domain->retries != 0)
        htni_extra_of(agent, layer, slot)->attempts = htni_attempts(agent, layer)[slot->step];
}

void htni_attempts_put(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot)
{
    if (agent->domain->retries != 0)
        htni_attempts(agent, layer)[slot->step] = (uint8_t)htni_extra_of(agent, layer, slot)->attempts;
}
