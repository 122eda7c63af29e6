/* Applies the corrections that `htn check --json` proposes. */
#pragma once

#include "base/text.h"
#include <cjson/cJSON.h>

/*
 * Applies all corrections of `checked` that do not overlap, writes the files, and adds a line for each file to the text. Returns how many were
 * applied; -1: a file could not be read or written, which the text says.
 */
int mcp_apply_fixes(const cJSON *checked, base_text *text);
