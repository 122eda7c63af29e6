/* Facts that expire: values that were written for a time. */
#pragma once

#include "agent_state.h"
#include "block_layout.h"

/* Gives a world timers, behind what is laid out so far. Only if something in it can expire. */
void htni_take_timers(htni_cursor *at, const htn_domain *domain, htn_world *world);

/* Lets the values expire whose time is over. A change from outside, for all layers. */
void htni_let_facts_expire(htn_agent *agent);
