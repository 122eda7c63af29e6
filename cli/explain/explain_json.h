/* `htn explain --json`: the plan as `htn plan --json` has it, the reasons, and the tree. docs/tool.md describes the form. */
#pragma once

#include "cli/explain/explain_search.h"
#include <cjson/cJSON.h>

/* The caller frees it. */
cJSON *explain_json(const explain_search *search, htn_status status, const htn_plan *plan);
