/* Checks of costs and times. */
#pragma once

#include "compiler/lint/linter.h"

/* saturates: costs, durations, cooldowns and periods below 0. */
void htnc_check_negative_numbers(htnc_linter *linter);
/* always-cheapest: a free method that always applies, in a root that takes the cheapest plan. Needs the task facts. */
void htnc_check_always_cheapest(htnc_linter *linter);
