/*
 * An agent's clock; see agent_clock.h. It counts milliseconds modulo 2^32. So a time that was
 * reached 2^31 ms ago would seem to lie ahead. That must not happen however long nothing looks at
 * it: each time the clock enters another quarter of its range, the times that have been reached
 * become the present one.
 */
#include "agent_clock.h"

enum { QUARTER_SHIFT = 30 };

static void pull_up(const htn_agent *agent, uint32_t *time)
{
    if (htni_is_due(agent->time, *time))
        *time = agent->time;
}

static void pull_up_all(htn_agent *agent)
{
    const uint32_t methods = agent->domain->cools ? htni_count(agent->domain, HTN_SECTION_METHODS) : 0;
    for (uint32_t i = 0; i < methods; i++)
        pull_up(agent, &agent->cooldown_end[i]);
    for (uint32_t i = 0; i < agent->layer_count; i++) {
        pull_up(agent, &agent->layers[i].schedule.retry_at);
        pull_up(agent, &agent->layers[i].schedule.next_interval);
    }
}

void htni_pass_time(htn_agent *agent, uint64_t elapsed_us)
{
    agent->elapsed_us = elapsed_us > HTN_MAX_ELAPSED_US ? HTN_MAX_ELAPSED_US : elapsed_us;
    const uint64_t passed_us = agent->remainder_us + agent->elapsed_us;
    const uint32_t time = agent->time + (uint32_t)(passed_us / 1000);
    const bool enters = time >> QUARTER_SHIFT != agent->time >> QUARTER_SHIFT;
    agent->remainder_us = (uint16_t)(passed_us % 1000);
    if (enters)
        pull_up_all(agent);
    if (agent->world.timers != NULL)
        htni_timers_pass(agent->world.timers, time - agent->time);
    agent->time = time;
    if (enters)
        pull_up_all(agent);
}
