/* What the agent's searches have used of their memory. */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

/* For each layer, what was used of each limit; then the agent's size, and its size with limits that would just do. */
void play_add_memory(base_text *text, const play_model *model);
