/* Who is in a group: joining, leaving, sharing, and in which crowd its members may be. */
#pragma once

#include "agent_state.h"

/* Whether the agent's group allows it to be in this crowd: all members of an AT_ONCE group are ticked on one thread. */
bool htni_may_enter_crowd(const htn_agent *agent, const htn_crowd *crowd);

/* The agent has entered or left a crowd. */
void htni_entered_crowd(htn_agent *agent, htn_crowd *crowd);
void htni_left_crowd(htn_agent *agent);

/*
 * A tick of the agent begins: from now on its copy follows the home. False: another member of its AT_ONCE group is being ticked.
 */
bool htni_visit_home(htn_agent *agent);

/* The tick ends. */
void htni_leave_home(htn_agent *agent);

/* The agent's tick was left by a callback that did not return: it does not visit its home any more. */
void htni_abandon_home(htn_agent *agent);

/* While an agent that is in a group is loaded, it is outside. */
void htni_suspend_membership(htn_agent *agent);
void htni_resume_membership(htn_agent *agent);
