/*
 * Polled operators: what an operator without a binding would have been called with is kept as news,
 * and htn_agent_report() takes the place of its answer.
 */
#pragma once

#include "agent_state.h"

/* Adds a piece of news about a step. */
void htni_add_news(htn_agent *agent, htni_step_slot *slot, htn_news_kind kind);
