/* See group_holds.h. */
#include "group_holds.h"
#include "../world/home_holds.h"
#include "../world/world_write.h"
#include "agent_journal.h"
#include "group_state.h"
#include <stddef.h>

static uint8_t *state_of(const htn_world *world, uint32_t layer, uint32_t place)
{
    return &world->holds->states[(size_t)layer * world->holds->places + place];
}

static uint32_t limit_of(const htn_domain *domain, uint32_t place)
{
    uint32_t instance, count;
    return htni_hold_limit(domain, htni_hold_table(domain, place, &instance, &count));
}

/* --- Joining and leaving ------------------------------------------------------------------------ */

/* What is gone at home the agent holds until its take, or its leave. */
static void claim(htn_agent *agent, uint32_t layer, uint32_t place)
{
    if ((*state_of(&agent->world, layer, place) & HTNI_HOLD_HELD) == 0 || htni_is_place_gone(&agent->world, place))
        return;
    if (agent->sharing->link.home->held[place] >= limit_of(agent->domain, place))
        htni_revoke_hold(agent, layer, place);
    else
        htni_home_hold(&agent->world, place, true);
}

void htni_group_holds_enter(htn_agent *agent)
{
    const htni_hold_states *holds = agent->world.holds;
    for (uint32_t layer = 0; holds != NULL && layer < holds->layers; layer++)
        for (uint32_t place = 0; place < holds->places; place++)
            claim(agent, layer, place);
}

void htni_group_holds_leave(htn_agent *agent)
{
    const htni_hold_states *holds = agent->world.holds;
    if (holds == NULL)
        return;
    htni_begin_writing(agent, HTN_BY_HOLD, 0, HTN_NONE);
    for (uint32_t place = 0; place < holds->places; place++) {
        uint32_t instance, count;
        const uint32_t table = htni_hold_table(agent->domain, place, &instance, &count);
        for (uint32_t layer = 0; layer < holds->layers; layer++) {
            if (agent->sharing->group != NULL && (*state_of(&agent->world, layer, place) & HTNI_HOLD_HELD))
                htni_home_hold(&agent->world, place, false);
            htni_set_saturating(&agent->world, table, layer * count + instance,
                                (int32_t)htni_held_by_own(holds, layer, place));
        }
    }
    htni_end_writing(agent);
}

/* --- What the game asks and revokes ------------------------------------------------------------- */

void htni_revoke_hold(htn_agent *agent, uint32_t layer, uint32_t place)
{
    uint8_t *state = state_of(&agent->world, layer, place);
    uint32_t instance, count;
    if ((*state & HTNI_HOLD_HELD) == 0)
        return;
    const uint32_t table = htni_hold_table(agent->domain, place, &instance, &count);
    HTNI_NOTE(agent, REVOKE, agent->observers.writer.by, agent->observers.writer.id, layer,
              htni_hold_family(agent->domain, table), htni_zigzag((int32_t)instance));
    *state = (uint8_t)((*state & ~HTNI_HOLD_HELD) | HTNI_HOLD_LOST);
}

/* The agent of a member's world. */
static htn_agent *agent_of(htn_world *world)
{
    return (htn_agent *)(void *)((uint8_t *)world - offsetof(htn_agent, world));
}

static bool is_holder(const htn_world *world, uint32_t layer, uint32_t place)
{
    return (*state_of(world, layer, place) & HTNI_HOLD_HELD) != 0 && !htni_is_place_gone(world, place);
}

htn_status htn_group_release(htn_group *group, uint32_t type, int32_t instance)
{
    const uint32_t place = group == NULL ? HTN_NONE : htni_hold_place_of(group->domain, type, instance);
    if (place == HTN_NONE)
        return HTN_BAD_ARGUMENT;
    for (const htni_link *member = group->home.members; member != NULL; member = member->next)
        for (uint32_t layer = 0; member->world->holds != NULL && layer < member->world->holds->layers; layer++)
            if (is_holder(member->world, layer, place))
                htni_revoke_hold(agent_of(member->world), layer, place);
    htni_home_free(&group->home, place);
    if (group->home.visited != NULL)
        htni_home_show(group->home.visited);
    return HTN_OK;
}

htn_agent *htn_group_holder(const htn_group *group, uint32_t type, int32_t instance, uint32_t index, uint32_t *layer)
{
    const uint32_t place = group == NULL ? HTN_NONE : htni_hold_place_of(group->domain, type, instance);
    if (place == HTN_NONE)
        return NULL;
    for (const htni_link *member = group->home.members; member != NULL; member = member->next)
        for (uint32_t i = 0; member->world->holds != NULL && i < member->world->holds->layers; i++) {
            if (!is_holder(member->world, i, place) || index-- != 0)
                continue;
            if (layer != NULL)
                *layer = i;
            return agent_of(member->world);
        }
    return NULL;
}
