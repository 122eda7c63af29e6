/* none-compared: comparisons that hold for `none`, where nobody has asked whether there is an instance. */
#pragma once

#include "compiler/lint/linter.h"

void htnc_check_none(htnc_linter *linter);
