/* Diagnostics as JSON, for editors; the form is docs/tool.md's and does not change within a major version. */
#ifndef CLI_DIAGNOSTICS_JSON_H
#define CLI_DIAGNOSTICS_JSON_H

#include "compiler/htnc.h"
#include <cjson/cJSON.h>

/* Appends the compilation's diagnostics to an array, in the order of their places. */
void cli_diagnostics_to_json(cJSON *array, htnc_compilation *compilation);

#endif
