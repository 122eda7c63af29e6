/*
 * Reads the text of a plan: its lines become nodes. The text before the line `==>` and after the line `<==` is output
 * of a planner and is skipped; without these lines all of the text is the plan. Blank lines, comments (`;`) and
 * parentheses are skipped too. Names are in any case. Checks in each line: the names, the number of arguments and their
 * types.
 */
#pragma once

#include "hddl/check/check_state.h"

/* `text` has a NUL after its `length` bytes, and is changed. Returns false after a fault. */
bool check_read(check_state *c, char *text, size_t length);
