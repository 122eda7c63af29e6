/* Applies the corrections that `htn check --json` proposes. */
#pragma once

#include "base/text.h"
#include <cjson/cJSON.h>

/*
 * Writes the files anew with all corrections of `checked` that do not overlap, and appends a line for each file. Returns how many were
 * applied; -1: a file could not be read or written, which the text says.
 */
int mcp_apply_fixes(const cJSON *checked, base_text *text);
