/*
 * The part of a world that a group shares. One world of the domain holds it for all; each agent has a copy of it in its own
 * world, where its planners find it. An agent takes over what has changed there at the beginning of its ticks, and
 * gives what it has changed itself when the game says that the frame is over. Neighbour: agent.c.
 */
#include "agent_inside.h"

static bool is_shared(const htn_domain *domain, uint32_t cell)
{
    return HTNI_ADDRESS(cell) >= domain->shared_at;
}

static void copy_cell(htn_world *to, const htn_world *from, uint32_t cell)
{
    if (is_shared(to->domain, cell))
        htni_world_write(to, cell, htni_load_width(from->bytes, cell));
}

static void copy_all(htn_world *to, const htn_world *from)
{
    const htn_domain *domain = to->domain;
    const uint32_t properties = htni_count(domain, HTN_SECTION_PROPERTIES);
    for (uint32_t i = 0; i < properties; i++) {
        const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, i, STORAGE);
        const uint32_t address = HTNI_FIELD(domain, PROPERTIES, i, ADDRESS);
        const uint32_t cells = HTNI_FIELD(domain, PROPERTIES, i, CELLS);
        if (storage == HTN_STORAGE_FACTS || !is_shared(domain, address))
            continue;
        for (uint32_t cell = 0; cell < cells; cell++)
            copy_cell(to, from,
                      (address + cell * htni_storage_bytes(storage)) | htni_width(storage) << HTNI_WIDTH_SHIFT);
    }
}

/* The changes of `from` since `seen`, as far back as its log goes; else everything. */
static void copy_changes(htn_world *to, const htn_world *from, uint32_t seen)
{
    if (from->changes - seen > HTN_WORLD_LOG) {
        copy_all(to, from);
        return;
    }
    for (uint32_t change = seen; change != from->changes; change++)
        copy_cell(to, from, from->log[change % HTN_WORLD_LOG]);
}

htn_status htn_agent_join(htn_agent *agent, htn_world *group)
{
    if (agent == NULL || group == &agent->world)
        return HTN_BAD_ARGUMENT;
    if (agent->inside)
        return HTN_BUSY;
    if (group != NULL && (group->domain == NULL || !htni_same_worlds(group->domain, agent->domain)))
        return HTN_WRONG_DOMAIN;
    if ((agent->group != NULL) != (group != NULL))
        HTNI_NOTE(agent, JOIN, group != NULL);
    agent->group = group;
    if (group != NULL)
        agent->group_seen = group->changes - HTN_WORLD_LOG - 1; /* nothing of it */
    return HTN_OK;
}

void htni_shared_take(htn_agent *agent)
{
    if (agent->group == NULL)
        return;
    htni_writes(agent, HTN_BY_GROUP, 0, HTN_NONE);
    copy_changes(&agent->world, agent->group, agent->group_seen);
    htni_wrote(agent);
    agent->group_seen = agent->group->changes;
    agent->shared_given = agent->world.changes;
}

htn_status htn_agent_share(htn_agent *agent)
{
    if (agent == NULL)
        return HTN_BAD_ARGUMENT;
    if (agent->inside)
        return HTN_BUSY;
    if (agent->group == NULL)
        return HTN_OK;
    copy_changes(agent->group, &agent->world, agent->shared_given);
    agent->shared_given = agent->world.changes;
    return HTN_OK;
}
