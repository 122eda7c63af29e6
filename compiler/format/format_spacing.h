/* Blanks between two tokens that stand in one line. */
#pragma once

#include "compiler/format/format_tokens.h"

/* How many blanks stand before the token, of those of one part from `first`. `clause`: the part is a clause of a scenario. */
uint32_t htnc_format_blanks(const htnc_format_tokens *tokens, uint32_t first, uint32_t index, bool clause);
