/* What a command of the tool prints, as a text. */
#pragma once

#include "base/text.h"
#include <stdio.h>

/* Runs a command of the tool, as main() does: arguments[0] is its name. */
typedef int mcp_command(int count, char **arguments);

/*
 * Runs a command, and appends what it writes to standard output and standard error; it reads nothing. Returns the exit status; -1: there is
 * no temporary file to keep the text in.
 */
int mcp_capture(mcp_command *command, int count, char **arguments, base_text *text);

/* A stream of the caller's own that leads where standard output does, which is lent to commands. NULL: there is none. */
FILE *mcp_own_output(void);
