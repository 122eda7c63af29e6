/* What an agent does at a moment, in words. */
#pragma once

#include "cli/moment/moment_replay.h"

/* `12.4 s`. */
void moment_add_time(base_text *text, uint64_t time_us);

/* The lines above the explanation: the moment, the plan that runs, and the latest search with its reason. */
void moment_add_head(base_text *text, const moment_replay *moment, const moment_search *found);
