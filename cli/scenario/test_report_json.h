/* The results of `htn test` as JSON. docs/tool.md describes the form, which does not change within a major version. */
#pragma once

#include "cli/scenario/test_report.h"

/* The caller frees it. */
cJSON *test_report_json(const test_report *report);
