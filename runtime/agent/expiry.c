/* Facts that expire; see expiry.h. Timers are the world's: world/timers.h. */
#include "expiry.h"
#include "agent_journal.h"

void htni_take_timers(htni_cursor *at, const htn_domain *domain, htn_world *world)
{
    const uint64_t cells = htni_count_timers(domain);
    if (cells == 0)
        return;
    htni_timers *timers = (htni_timers *)htni_take(at, 1, sizeof *timers);
    uint32_t *ends = (uint32_t *)htni_take(at, cells, sizeof *ends);
    if (timers == NULL)
        return;
    htni_timers_init(timers, domain, ends);
    world->timers = timers;
}

static void note_lapse(void *user, uint32_t address)
{
    const htn_agent *agent = (const htn_agent *)user;
    HTNI_NOTE(agent, LAPSE, address);
}

void htni_let_facts_expire(htn_agent *agent)
{
    htni_begin_writing(agent, HTN_BY_EXPIRY, 0, HTN_NONE);
    htni_timers_lapse(&agent->world, note_lapse, agent);
    htni_end_writing(agent);
}
