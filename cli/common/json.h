/* What several commands with --json need. */
#pragma once

#include "base/text.h"
#include <cjson/cJSON.h>
#include <htn/domain.h>

/* A value of a domain as JSON: true or false, a number, or a text as cli_add_value() writes it. The caller frees it. */
cJSON *cli_value_json(const htn_domain *domain, uint32_t type, int32_t value);

/* Adds `json`, in one line unless `lines`, and frees it. */
void cli_add_json(base_text *text, cJSON *json, bool lines);

/* Prints `json` on stdout, and frees it. */
void cli_print_json(cJSON *json);
