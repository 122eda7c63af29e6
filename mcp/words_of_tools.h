/* The words of a command line in what a command prints, said in those of tools: an assistant has no options, and no `htn help`. */
#pragma once

#include "base/text.h"

typedef struct mcp_word {
    const char *printed, *said; /* `printed` is found where no letter, digit, `-`, `=` or quote follows */
} mcp_word;

/*
 * Says the text from byte `begin` on in the words of tools: those given, and the ones that are the same for all of them. Lines of sources,
 * which have a bar on their left, stay as they are; a line that only points to `htn help` goes.
 */
void mcp_say_as_tool(base_text *text, size_t begin, const mcp_word *words, size_t count);
