/* Cooldowns; see cooldown.h. When one is over lies in agent->cooldown_end, by method. */
#include "cooldown.h"
#include "../search/planner_block.h"
#include "agent_journal.h"
#include "world_changes.h"

/* Of the methods that this plan took. */
static void begin_of_plan(htn_agent *agent, const htni_layer *layer, const htni_kept_plan *plan)
{
    const htn_domain *domain = agent->domain;
    const uint32_t *methods = htni_region(&layer->planner->machine, plan->methods_at);
    for (uint32_t i = 0; i < plan->records; i++) {
        const uint32_t cooling = HTNI_FIELD(domain, METHODS, methods[i], COOLING);
        if (cooling == HTN_NONE)
            continue;
        HTNI_NOTE(agent, COOLDOWN, layer->index, methods[i]);
        htni_begin_writing(agent, HTN_BY_COOLDOWN, methods[i], layer->index);
        htn_world_set(&agent->world, cooling, 1);
        agent->cooldown_end[methods[i]] = agent->time + HTNI_FIELD(domain, METHODS, methods[i], COOLDOWN);
    }
}

void htni_cooldowns_begin(htn_agent *agent, htni_layer *layer)
{
    const htn_planner *planner = layer->planner;
    htni_notice_changes(agent, layer);
    begin_of_plan(agent, layer, &planner->running.plan);
    if (planner->running.continues)
        begin_of_plan(agent, layer, &planner->running.first_part);
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
