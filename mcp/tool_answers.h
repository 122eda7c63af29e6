/* Answers to calls of tools: a text, short enough to be read, that ends with what to do next. */
#pragma once

#include "base/text.h"
#include <cjson/cJSON.h>
#include <stdbool.h>

/* The most bytes of a text; what is behind is cut off, at a line end, and a line says so. */
enum { MCP_LONGEST_ANSWER = 12000 };

/* What a client gets: valid UTF-8 without NUL. `failed`: the call could not be carried out, so the text is an error. */
cJSON *mcp_answer(const base_text *text, const char *next, bool failed);

/* An answer of one sentence. */
cJSON *mcp_failure(const char *format, ...) BASE_PRINTF(1, 2);
