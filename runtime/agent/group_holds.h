/*
 * Holds in a group: what a member brings when it joins, and what it takes with it; and what the game asks and revokes
 * (htn/group.h). Neighbours: world/home_holds.h, what the home counts; holds.h.
 */
#pragma once

#include "agent_state.h"

/* The agent, whose link is set, claims what it holds: what others hold already is lost. */
void htni_group_holds_enter(htn_agent *agent);

/*
 * The agent is about to leave: it releases what it holds in the group. Its layers hold it on their own. In no group: the layers do not
 * see any longer what others held in a group.
 */
void htni_group_holds_leave(htn_agent *agent);

/* The layer loses its hold of a place, if it has one: noted in the agent's journal. */
void htni_revoke_hold(htn_agent *agent, uint32_t layer, uint32_t place);
