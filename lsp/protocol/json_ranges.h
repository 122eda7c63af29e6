/* Positions and ranges as JSON. */
#pragma once

#include "lsp/protocol/text_lines.h"
#include <cjson/cJSON.h>
#include <stdbool.h>

/* False: `json` is no position. */
bool lsp_read_position(const cJSON *json, lsp_position *position);

/* The range of the bytes from `begin` to `end`. */
cJSON *lsp_range_json(const lsp_lines *lines, uint32_t begin, uint32_t end, lsp_encoding encoding);
