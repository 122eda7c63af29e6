/*
 * Group sharing: the Shared World State of a group lies in one world for all, and each agent has a
 * copy of it in its own world, where its planners find it. Neighbour: agent.c, whose ticks begin by
 * taking over what has changed in the group.
 */
#pragma once

#include <htn/agent.h>

typedef struct htni_sharing {
    htn_world *group;    /* NULL: the agent is in no group */
    uint32_t group_seen; /* group->changes up to which the agent has taken over the changes */
    uint32_t given;      /* world.changes up to which the changes came from the group, or were given to it */
} htni_sharing;

/*
 * Copies what has changed in the group into the agent's world. Does nothing for an agent in no
 * group.
 */
void htni_take_from_group(htn_agent *agent);
