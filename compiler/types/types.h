/* The types pass: every expression and parameter gets its type, and constant expressions their value. */
#pragma once

#include "base/diagnostic.h"
#include "compiler/names/model.h"

/* Fills in what ast.h and model.h mark with "types:". Reports mismatches. */
void htnc_type_check(base_arena *arena, base_diagnostics *diagnostics, htnc_model *model);

/* The value of a property of this type that has no initial value, and of a table where the indexes name no cell. */
int32_t htnc_default_value(const htnc_type *type);
