/* Diagnostics as JSON, for editors; the form is docs/tool.md's and does not change within a major version. */
#ifndef HTN_CLI_DIAGNOSTICS_JSON_H
#define HTN_CLI_DIAGNOSTICS_JSON_H

#include "htnc.h"
#include <cjson/cJSON.h>

/* Appends the compilation's diagnostics to an array, in the order of their places. */
void htn_diagnostics_to_json(cJSON *array, htnc_compilation *compilation);

#endif
