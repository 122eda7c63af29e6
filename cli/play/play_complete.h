/* Completion at the prompt of a play: commands, properties, values, steps, types, tasks. */
#pragma once

#include "base/text.h"
#include "cli/play/play_model.h"

/* The completion at `index` of the last word of `line`, as the whole new line. False: there are no more. */
bool play_complete(const play_model *model, const char *line, uint32_t index, base_text *completed);
