/* Lowering: the pass that makes instructions (htn/opcodes.def) from a checked model. README.md lists the files in reading order. */
#pragma once

#include "base/diagnostic.h"
#include "compiler/lower/code.h"
#include "compiler/names/model.h"

/*
 * Lowers the whole model and returns its code, which the arena owns. Sets the members of the syntax tree that ast.h marks with
 * "lowering:". Reports only BASE_DIAG_TOO_LARGE: the blob's format cannot hold something. After a report the code must not be used.
 */
htnc_code *htnc_lower(base_arena *arena, base_diagnostics *diagnostics, htnc_model *model);
