/*
 * Snapshots: a journal that begins in the middle of an agent's life, and can be replayed. The agent is saved, made afresh in its own
 * block, and loaded, so it is what a replay makes of the same save: what it does from then on is the same by construction. Neighbours:
 * save.c, load_agent.c; hot_reload.c, which does it from one block to another.
 */
#include "../agent/agent_journal.h"
#include "../agent/group_state.h"
#include "load_agent.h"
#include <htn/crowd.h>
#include <htn/save.h>

/* Of an AT_ONCE group, another member is in its tick, and works in the home. */
static bool is_home_visited(const htn_agent *agent)
{
    const htn_group *group = htn_agent_group(agent);
    return group != NULL && group->home.visited != NULL;
}

/* As a new agent with the same options, which its game, its crowd and its listener still know. */
static void make_afresh(htn_agent *agent)
{
    const htn_agent was = *agent;
    htn_agent *made;
    const size_t size = htn_agent_bytes(was.agent_class, &was.options);
    htn_agent_init(&made, was.agent_class, &was.options, agent, size); /* cannot fail: it was made so before */
    made->membership = was.membership;
    made->counts = was.counts;
    htn_agent_listen(made, was.observers.listener, was.observers.listener_user);
}

htn_status htn_agent_snapshot(htn_agent *agent, htn_journal *journal, void *scratch, size_t size)
{
    size_t used = 0;
    if (journal == NULL || journal->memory == NULL)
        return HTN_BAD_ARGUMENT;
    if (is_home_visited(agent))
        return HTN_BUSY;
    htn_status status = htn_agent_save(agent, scratch, size, &used);
    if (status != HTN_OK)
        return status;
    htn_group *group = htn_agent_group(agent);
    htn_agent_journal(agent, NULL);
    htn_agent_join(agent, NULL);
    make_afresh(agent);
    htni_begin_snapshot(agent, journal);
    status = htni_load_silently(agent, scratch, used);
    if (status == HTN_OK && group != NULL)
        status = htn_agent_join(agent, group);
    return status;
}
