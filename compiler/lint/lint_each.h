/* The lists of Eaches that their own subtasks make out of date. */
#pragma once

#include "compiler/lint/linter.h"

void htnc_check_each(htnc_linter *linter);
