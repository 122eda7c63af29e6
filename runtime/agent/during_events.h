/*
 * What an agent's journal says of Durings in the cells that it shares with an AT_ONCE group. What other members show there decides
 * what the agent sees when its own Durings end, so a replay without the others has to know it.
 */
#pragma once

#include "agent_state.h"

/* In a take: the list of each shared cell, if any of them is not what the journal has said last. */
void htni_note_group_durings(htn_agent *agent);

/* Before the agent leaves its group: what has happened to its Durings there since the last take. */
void htni_note_before_leaving(htn_agent *agent);
