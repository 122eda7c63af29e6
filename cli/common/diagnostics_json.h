/* Diagnostics as JSON, for editors. docs/tool.md describes the form, which does not change within a major version. */
#ifndef CLI_DIAGNOSTICS_JSON_H
#define CLI_DIAGNOSTICS_JSON_H

#include "compiler/htnc.h"
#include <cjson/cJSON.h>

/* Appends the compilation's diagnostics to an array, in the order of their positions in the source. */
void cli_diagnostics_to_json(cJSON *array, htnc_compilation *compilation);

#endif
