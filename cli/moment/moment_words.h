/* What an agent does at a moment, in words. */
#pragma once

#include "cli/moment/moment_replay.h"

/* `12.4 s`. */
void moment_add_time(base_text *text, uint64_t time_us);

/* `running Walk(0); then Look()`: the layer's plan. */
void moment_add_plan(base_text *text, const htn_agent *agent, uint32_t layer);

/* The lines above the explanation: the moment, the plan that runs, and the latest search with its reason. */
void moment_add_head(base_text *text, const moment_replay *moment, const moment_search *found);
