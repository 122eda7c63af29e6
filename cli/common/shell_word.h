/* Words of command lines that the tool prints, for a person to copy. */
#pragma once

#include "base/text.h"

/* Adds a path as one word of a shell: as it is, or in quotes where it has blanks or signs of the shell. */
void cli_add_word(base_text *text, const char *path);
