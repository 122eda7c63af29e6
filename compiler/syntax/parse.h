/* Parsing: the text of one source becomes a syntax tree. */
#pragma once

#include "base/diagnostic.h"
#include "base/intern.h"
#include "compiler/syntax/ast.h"
#include "compiler/syntax/parser.h"

/* Never returns NULL: what cannot be parsed is reported and left out of the tree. */
htnc_file *htnc_parse(base_arena *arena, base_interner *interner, base_diagnostics *diagnostics, base_source *source);

/* The same, and notes the tokens. The tape is empty where the parse did not come to the end of the text. */
htnc_file *htnc_parse_with_tape(base_arena *arena, base_interner *interner, base_diagnostics *diagnostics,
                                base_source *source, htnc_tape *tape);
