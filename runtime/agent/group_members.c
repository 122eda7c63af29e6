/* Membership in groups; see group_members.h and htn/group.h. */
#include "group_members.h"
#include "../world/cells.h"
#include "../world/timers.h"
#include "agent_journal.h"
#include "during_events.h"
#include "group_holds.h"
#include "group_state.h"
#include "hold_requests.h"

/* --- Crowds ------------------------------------------------------------------------------------- */

static htn_group *group_of(const htn_agent *agent)
{
    return agent->sharing == NULL ? NULL : agent->sharing->group;
}

static bool allows_crowd(const htn_group *group, const htn_crowd *crowd)
{
    return group == NULL || group->mode != HTN_GROUP_AT_ONCE || group->in_crowd == 0 || group->crowd == crowd;
}

bool htni_may_enter_crowd(const htn_agent *agent, const htn_crowd *crowd)
{
    return allows_crowd(group_of(agent), crowd);
}

void htni_entered_crowd(htn_agent *agent, htn_crowd *crowd)
{
    htn_group *group = group_of(agent);
    if (group == NULL)
        return;
    group->crowd = crowd;
    group->in_crowd++;
}

void htni_left_crowd(htn_agent *agent)
{
    htn_group *group = group_of(agent);
    if (group != NULL)
        group->in_crowd--;
}

/* --- Joining ------------------------------------------------------------------------------------ */

static void leave(htn_agent *agent)
{
    if (agent->sharing->link.unshared != NULL)
        htni_share(&agent->world);
    if (agent->membership.crowd != NULL)
        htni_left_crowd(agent);
    htni_group_holds_leave(agent);
    htni_during_leave(&agent->world);
    agent->sharing->group = NULL;
}

/* A During that is about an instance which the home does not have is over; one that shows such an instance shows none. */
static void estrange_durings(htn_agent *agent)
{
    if (agent->sharing->link.home->told) /* the journal says which, when it says what the home has */
        return;
    for (uint32_t i = 0; i < agent->durings.count; i++) {
        htni_during *during = &agent->durings.entries[i];
        if (!htni_is_shared(agent->domain, during->property))
            continue;
        if (htni_is_about_removed(&agent->world, during->property, during->cell))
            during->layer = HTN_NONE;
        during->value = htni_unless_removed(&agent->world, during->property, during->value);
    }
}

static void enter(htn_agent *agent, htn_group *group)
{
    htni_sharing *sharing = agent->sharing;
    htni_stop_shared_timers(&agent->world);
    sharing->group = group;
    sharing->joined = sharing->unsaid = true;
    sharing->noted = 0;
    sharing->link.strange = htni_is_other_home(sharing, group->id);
    sharing->link.home = &group->home;
    sharing->link.world = &agent->world;
    sharing->link.unshared = group->mode == HTN_GROUP_LATER ? &sharing->unshared : NULL;
    agent->world.link = &sharing->link;
    estrange_durings(agent);
    htni_during_enter(&agent->world, sharing->entered_id == group->id);
    sharing->entered_id = group->id;
    htni_group_holds_enter(agent);
    if (agent->membership.crowd != NULL)
        htni_entered_crowd(agent, agent->membership.crowd);
}

void htni_suspend_membership(htn_agent *agent)
{
    htn_group *group = group_of(agent);
    if (group == NULL)
        return;
    leave(agent);
    agent->sharing->group = group;
}

void htni_resume_membership(htn_agent *agent)
{
    if (group_of(agent) != NULL)
        enter(agent, agent->sharing->group);
}

htn_status htn_agent_join(htn_agent *agent, htn_group *group)
{
    if (agent == NULL)
        return HTN_BAD_ARGUMENT;
    if (agent->inside)
        return HTN_BUSY;
    if (group != NULL && !htni_same_worlds(group->domain, agent->domain))
        return HTN_WRONG_DOMAIN;
    if (agent->sharing != NULL && agent->sharing->group == group)
        return HTN_OK;
    if (group != NULL && ((group->mode == HTN_GROUP_LATER && !agent->options.defer) ||
                          (agent->membership.crowd != NULL && !allows_crowd(group, agent->membership.crowd))))
        return HTN_BAD_ARGUMENT;
    if (agent->sharing == NULL)
        return HTN_OK;
    htni_give_up_requests(agent);
    htni_note_before_leaving(agent);
    htn_group *const left = agent->sharing->group;
    htni_note_join(agent, group);
    if (agent->sharing->group != NULL)
        leave(agent);
    if (group != NULL)
        enter(agent, group);
    else if (left != NULL)
        htni_start_shared_timers(&agent->world, &left->world);
    return HTN_OK;
}

htn_group *htn_agent_group(const htn_agent *agent)
{
    return agent == NULL ? NULL : group_of(agent);
}

htn_status htn_agent_share(htn_agent *agent)
{
    if (agent == NULL)
        return HTN_BAD_ARGUMENT;
    if (agent->inside)
        return HTN_BUSY;
    if (group_of(agent) == NULL || agent->sharing->link.unshared == NULL)
        return HTN_OK;
    htni_share(&agent->world);
    htni_share_holds(agent);
    return HTN_OK;
}

/* --- Ticks -------------------------------------------------------------------------------------- */

bool htni_visit_home(htn_agent *agent)
{
    htn_group *group = group_of(agent);
    if (group == NULL || group->mode != HTN_GROUP_AT_ONCE)
        return true;
    if (group->home.visited != NULL)
        return false;
    group->home.visited = &agent->world;
    return true;
}

void htni_abandon_home(htn_agent *agent)
{
    const htn_group *group = group_of(agent);
    if (group != NULL && group->home.visited == &agent->world)
        htni_leave_home(agent);
}

/* The copy has followed the home through the whole tick. */
void htni_leave_home(htn_agent *agent)
{
    htn_group *group = group_of(agent);
    if (group == NULL || group->mode != HTN_GROUP_AT_ONCE)
        return;
    group->home.visited = NULL;
    agent->sharing->seen = group->world.changes;
    agent->sharing->placed = group->home.placed;
    agent->sharing->held = group->home.held_changes;
}
