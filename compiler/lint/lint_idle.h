/* Plans that are over as soon as they are found. */
#pragma once

#include "compiler/lint/linter.h"

/* goal-holds: a method that only achieves a goal, and whose conditions do not ask whether it holds already. */
void htnc_check_held_goals(htnc_linter *linter);
/* over-at-once: a root's method all of whose tasks have neither an operator nor effects. */
void htnc_check_idle_plans(htnc_linter *linter);
