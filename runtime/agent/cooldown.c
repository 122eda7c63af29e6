/* Cooldowns; see cooldown.h. When one is over lies in agent->cooldown_end, by method. */
#include "cooldown.h"
#include "../search/continuation.h"
#include "../search/kept_plan.h"
#include "agent_journal.h"
#include "world_changes.h"

static void begin_of_method(htn_agent *agent, const htni_layer *layer, uint32_t method)
{
    const htn_domain *domain = agent->domain;
    const uint32_t cooling = HTNI_FIELD(domain, METHODS, method, COOLING);
    if (cooling == HTN_NONE)
        return;
    HTNI_NOTE(agent, COOLDOWN, layer->index, method);
    htni_begin_writing(agent, HTN_BY_COOLDOWN, method, layer->index);
    htn_world_set(&agent->world, cooling, 1);
    agent->cooldown_end[method] = agent->time + HTNI_FIELD(domain, METHODS, method, COOLDOWN);
}

static bool has_step_left(const htni_layer *layer, const htn_span *span)
{
    for (uint32_t step = span->first; step < span->end; step++)
        if (layer->plan.done[step] == 0)
            return true;
    return false;
}

/* The methods of the plan with a step that is not done. Those from before a split are counted from the outermost one. */
static void begin_of_steps(htn_agent *agent, const htni_layer *layer)
{
    const htn_planner *planner = layer->planner;
    htn_plan plan;
    uint32_t open = 0, method, locals;
    htn_planner_running(planner, &plan);
    while (planner->running.continues &&
           htni_open_method(&planner->machine, &planner->running.start, open, &method, &locals))
        open++;
    for (uint32_t i = 0; i < plan.span_count; i++) {
        const htn_span *span = &plan.spans[i];
        if (span->kind != HTN_SPAN_WHILE)
            continue;
        if (span->entry != HTN_NONE)
            method = htni_method_at(&planner->machine, &planner->running.plan, span->entry);
        else if (open == 0 || !htni_open_method(&planner->machine, &planner->running.start, --open, &method, &locals))
            continue;
        if (has_step_left(layer, span))
            begin_of_method(agent, layer, method);
    }
}

/* The methods of which something remains behind the plan's split. */
static void begin_of_rest(htn_agent *agent, const htni_layer *layer)
{
    const htn_planner *planner = layer->planner;
    uint32_t method, locals;
    for (uint32_t i = 0; planner->running.plan.partial != HTN_PARTIAL_NOT &&
                         htni_open_method(&planner->machine, &planner->running.continuation, i, &method, &locals);
         i++)
        begin_of_method(agent, layer, method);
}

/* In a blob of format 1.0 it is not known which steps are a method's: all that the plan took. */
static void begin_of_record(htn_agent *agent, const htni_layer *layer)
{
    const htni_kept_plan *plan = &layer->planner->running.plan;
    for (uint32_t i = 0; i < plan->records; i++)
        begin_of_method(agent, layer, htni_method_at(&layer->planner->machine, plan, i));
}

void htni_cooldowns_begin(htn_agent *agent, htni_layer *layer)
{
    htni_notice_changes(agent, layer);
    if ((agent->domain->flags & HTN_BLOB_COOLDOWN_SPANS) == 0) {
        begin_of_record(agent, layer);
    } else {
        begin_of_steps(agent, layer);
        begin_of_rest(agent, layer);
    }
    htni_end_writing(agent);
    htni_own_changes(agent, layer);
}

void htni_cooldowns_end(htn_agent *agent)
{
    const uint32_t count = agent->domain->cools ? htni_count(agent->domain, HTN_SECTION_METHODS) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t cooling = HTNI_FIELD(agent->domain, METHODS, i, COOLING);
        if (cooling != HTN_NONE && htn_world_get(&agent->world, cooling) != 0 &&
            htni_is_due(agent->time, agent->cooldown_end[i])) {
            htni_begin_writing(agent, HTN_BY_COOLDOWN, i, HTN_NONE);
            htn_world_set(&agent->world, cooling, 0);
        }
    }
    htni_end_writing(agent);
}
