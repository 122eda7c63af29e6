/* Types in tasks, effects and scenarios. */
#pragma once

#include "compiler/types/checker.h"

/* All tasks. Every parameter has its type. */
void htnc_type_tasks(htnc_checker *checker);

/* All scenarios. Tasks have their types. */
void htnc_type_scenarios(htnc_checker *checker);
