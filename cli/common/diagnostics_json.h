/* Diagnostics as JSON, for editors. docs/tool.md describes the form, which does not change within a major version. */
#pragma once

#include "compiler/htnc.h"
#include <cjson/cJSON.h>

/* Appends the compilation's diagnostics to an array, in the order of their positions in the source. */
void cli_diagnostics_to_json(cJSON *array, htnc_compilation *compilation);

/* Prints, as the result of a command that needs a plan, that the source has errors, and which. */
void cli_print_refused(htnc_compilation *compilation);
