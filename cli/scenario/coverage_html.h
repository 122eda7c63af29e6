/* The result of coverage as a page: sums, what is not exercised, and the sources with counts. */
#pragma once

#include "base/text.h"
#include "cli/scenario/coverage.h"

/* `passed`, `failed`: scenarios. */
void coverage_add_html(base_text *text, const coverage_map *map, uint32_t passed, uint32_t failed);
