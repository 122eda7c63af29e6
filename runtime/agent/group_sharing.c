/*
 * Group sharing; see group_sharing.h. Changes travel by the worlds' logs, and by a full copy where
 * a log does not reach back far enough. An agent takes at the beginning of its ticks, and gives
 * when the game says that the frame is over.
 */
#include "group_sharing.h"
#include "../world/world_write.h"
#include "agent_journal.h"

static bool is_shared(const htn_domain *domain, uint32_t cell)
{
    return HTNI_ADDRESS(cell) >= domain->shared_at;
}

/* Copies a shared cell. An equal value is no write. */
static void copy_cell(htn_world *to, const htn_world *from, uint32_t cell)
{
    htn_journal_location at;
    if (!is_shared(to->domain, cell) || htni_load_width(to->bytes, cell) == htni_load_width(from->bytes, cell) ||
        !htn_journal_locate(to->domain, HTNI_ADDRESS(cell), &at) || at.property == HTN_NONE)
        return;
    htni_set_cell(to, at.property, at.cell, htni_load_cell(from->domain, from->bytes, at.property, at.cell));
}

/* Copies every shared cell. */
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

/*
 * Copies the shared cells that have changed in `from` since its change count was `seen`; all of
 * them if its log is too short.
 */
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
    if ((agent->sharing.group != NULL) != (group != NULL))
        HTNI_NOTE(agent, JOIN, group != NULL);
    agent->sharing.group = group;
    if (group != NULL)
        agent->sharing.group_seen = group->changes - HTN_WORLD_LOG - 1; /* beyond the log: the next tick copies all */
    return HTN_OK;
}

void htni_take_from_group(htn_agent *agent)
{
    htni_sharing *sharing = &agent->sharing;
    if (sharing->group == NULL)
        return;
    htni_begin_writing(agent, HTN_BY_GROUP, 0, HTN_NONE);
    copy_changes(&agent->world, sharing->group, sharing->group_seen);
    htni_end_writing(agent);
    sharing->group_seen = sharing->group->changes;
    sharing->given = agent->world.changes;
}

htn_status htn_agent_share(htn_agent *agent)
{
    if (agent == NULL)
        return HTN_BAD_ARGUMENT;
    if (agent->inside)
        return HTN_BUSY;
    if (agent->sharing.group == NULL)
        return HTN_OK;
    copy_changes(agent->sharing.group, &agent->world, agent->sharing.given);
    agent->sharing.given = agent->world.changes;
    return HTN_OK;
}
