/* Checks of declarations that nothing uses. Only the main file's are reported: an imported file may serve several domains. */
#pragma once

#include "compiler/lint/linter.h"

/* Each reports the diagnostic of its name. */
void htnc_check_unused_tasks(htnc_linter *linter);
void htnc_check_unused_properties(htnc_linter *linter);
void htnc_check_never_read(htnc_linter *linter);
void htnc_check_never_written(htnc_linter *linter);
void htnc_check_unused_constants(htnc_linter *linter);
void htnc_check_unused_conditions(htnc_linter *linter);
void htnc_check_unused_queries(htnc_linter *linter);
void htnc_check_unused_parameters(htnc_linter *linter);
void htnc_check_unused_variables(htnc_linter *linter);
