/* Check of scenarios. */
#pragma once

#include "compiler/lint/linter.h"

/* same-scenario: two scenarios of one name. */
void htnc_check_scenario_names(htnc_linter *linter);
