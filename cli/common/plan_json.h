/* The result of a search as JSON. docs/tool.md describes the form, which does not change within a major version. */
#pragma once

#include "cli/common/plan_session.h"
#include <cjson/cJSON.h>

/* How the search ended and, where it found one, the plan. The caller frees it. */
cJSON *cli_plan_json(const cli_session *session, htn_status status, const htn_plan *plan);
