/* Parsing: the text of one source becomes a syntax tree. */
#pragma once

#include "base/diagnostic.h"
#include "base/intern.h"
#include "compiler/syntax/ast.h"

/* Never returns NULL: what cannot be parsed is reported and left out of the tree. */
htnc_file *htnc_parse(base_arena *arena, base_interner *interner, base_diagnostics *diagnostics, base_source *source);
