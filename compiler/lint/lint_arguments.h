/* late-argument: arguments that read what an earlier subtask has changed. */
#pragma once

#include "compiler/lint/linter.h"

void htnc_check_arguments(htnc_linter *linter);
