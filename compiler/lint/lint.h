/* The lint: warnings about domains that compile. */
#pragma once

#include "base/diagnostic.h"
#include "compiler/names/model.h"

/* Warns about the model, whose names and types must be free of errors. */
void htnc_lint(base_arena *arena, base_diagnostics *diagnostics, htnc_model *model);
