/* What load_agent.c offers beside save.h. */
#pragma once

#include <htn/save.h>

/* As htn_agent_load(), but no step in progress gets `resume` or HTN_NEWS_RESUME: for the game nothing has happened. */
htn_status htni_load_silently(htn_agent *agent, const void *save, size_t size);
