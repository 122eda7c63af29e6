/* The result of coverage, for people and as JSON. */
#pragma once

#include "cli/scenario/coverage.h"
#include <cjson/cJSON.h>

/* Prints a table of what was exercised, and a line for each item that was not. */
void coverage_print(const coverage_map *map, bool colour);

/* Prints the sources; in front of each line how often it was exercised. */
void coverage_print_sources(const coverage_map *map, bool colour);

/* The same as JSON, which docs/tool.md describes. The caller frees it. */
cJSON *coverage_json(const coverage_map *map);
