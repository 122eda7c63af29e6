/* What a symbol is, in a few words that several features need. */
#pragma once

#include "lsp/workspace/occurrences.h"

/* The type of its value; NULL: it has none, or none that is known. */
const htnc_type *lsp_type_of(lsp_kind kind, const void *symbol);

/* The name of a type as it is written: "bool", "0..3", "Enemy"; "?" where it is not known. `type` may be NULL. */
const char *lsp_type_name(const htnc_type *type);

/* Its name; "" of one that has none. */
const char *lsp_name_of(lsp_kind kind, const void *symbol);

/* "property", "compound task". */
const char *lsp_noun_of(lsp_kind kind, const void *symbol);

/* Its parameters; NULL: none. */
const htnc_variable *lsp_parameters_of(lsp_kind kind, const void *symbol);
