/* Check of scenarios. */
#ifndef HTNC_LINT_SCENARIOS_H
#define HTNC_LINT_SCENARIOS_H

#include "compiler/lint/linter.h"

/* same-scenario: two scenarios of one name. */
void htnc_check_scenario_names(htnc_linter *linter);

#endif
