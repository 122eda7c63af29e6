/* Lowering: from a checked model to instructions. */
#ifndef HTNC_LOWER_H
#define HTNC_LOWER_H

#include "base/diagnostic.h"
#include "compiler/lower/code.h"
#include "compiler/names/model.h"

/*
 * Lowers the whole model. Fills in what the tree notes "lowering:" (slots, addresses). Reports only what the blob's format cannot
 * hold, BASE_DIAG_TOO_LARGE; after a report the code must not be written.
 */
htnc_code *htnc_lower(base_arena *arena, base_diagnostics *diagnostics, htnc_model *model);

#endif
